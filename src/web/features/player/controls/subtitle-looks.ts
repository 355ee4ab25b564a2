import type { PlayerText } from '#text/zh_HK/player.ts'
import type { SubtitleTrack } from '../captions/subtitle.rules.ts'
import { type PlayerSettings, SUBTITLE_BACKGROUNDS, SUBTITLE_SIZES } from '../engine/player-settings.ts'
import type { ChoiceGroup } from './choice-menu.tsx'
import type { PlayerActions } from './player-actions.ts'

interface LookFacts {
  tracks: readonly SubtitleTrack[]
  /** The subtitles that are shown. */
  chosen: SubtitleTrack
  settings: PlayerSettings
  actions: PlayerActions
  text: PlayerText
}

/** A second language, the size and the background of subtitles, as groups of the language menu. */
export function lookGroups({ tracks, chosen, settings, actions, text }: LookFacts): ChoiceGroup[] {
  const { secondSubtitle, subtitleSize, subtitleBackground } = settings
  const others = tracks.filter(({ lang }) => lang !== chosen.lang)
  const second = others.find(({ lang }) => lang === secondSubtitle)
  const seconds = [
    ...others.map(({ lang, label }) => ({
      id: `second-${lang}`,
      label,
      chosen: lang === second?.lang,
      choose: () => actions.chooseSecondSubtitle(lang),
    })),
    {
      id: 'second-none',
      label: text.looks.noSecond,
      chosen: second === undefined,
      choose: () => actions.chooseSecondSubtitle(undefined),
    },
  ]
  const sizes = SUBTITLE_SIZES.map((size) => ({
    id: `size-${size}`,
    label: text.looks.sizes[size],
    chosen: size === subtitleSize,
    choose: () => actions.setSubtitleLook({ subtitleSize: size }),
  }))
  const backgrounds = SUBTITLE_BACKGROUNDS.map((background) => ({
    id: `background-${background}`,
    label: text.looks.backgrounds[background],
    chosen: background === subtitleBackground,
    choose: () => actions.setSubtitleLook({ subtitleBackground: background }),
  }))
  return [
    ...(others.length > 0 ? [{ label: text.looks.second, choices: seconds }] : []),
    { label: text.looks.size, choices: sizes },
    { label: text.looks.background, choices: backgrounds },
  ]
}

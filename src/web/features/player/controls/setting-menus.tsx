import { languageName } from '#contract/language-names.ts'
import { ChoiceMenu, type ChoiceGroup } from './choice-menu.tsx'
import type { AudioChoice } from '../engine/engine.ts'
import { SPEEDS } from '../engine/keys.rules.ts'
import { usePlayer } from './player-context.ts'
import { SlidersIcon, SpeedIcon, SubtitlesIcon } from '#web/ui/feature-icons.tsx'
import { playerSettings } from '../engine/player-settings.ts'
import { heights, type Quality, rungName } from '../engine/quality.rules.ts'
import { chosenSubtitle } from '../captions/subtitle.rules.ts'
import { useStore } from '#web/kit/use-store.ts'

/** Subtitles and sound: left out when the film has neither to choose from. */
export function LanguageMenu() {
  const { playback, text, lang } = usePlayer()
  const order = useStore(playback.state, (state) => state.order)
  const audios = useStore(playback.state, (state) => state.audios)
  const audioId = useStore(playback.state, (state) => state.audioId)
  const wish = useStore(playerSettings, (settings) => settings.subtitle)
  const tracks = order?.subtitles ?? []
  const chosen = chosenSubtitle(tracks, wish)
  const groups: ChoiceGroup[] = []
  if (tracks.length > 0) {
    const off = {
      id: 'off',
      label: text.subtitlesOff,
      chosen: !chosen,
      choose: () => playerSettings.set({ subtitle: 'off' }),
    }
    const choices = tracks.map((track) => ({
      id: track.lang,
      label: track.label,
      chosen: track === chosen,
      choose: () => playerSettings.set({ subtitle: track.lang }),
    }))
    groups.push({ label: text.subtitles, choices: [...choices, off] })
  }
  if (audios.length > 1) {
    const choices = audios.map((audio) => ({
      id: `audio-${audio.id}`,
      label: audio.name || languageName(audio.lang, { locale: lang, own: text.languages }),
      hint: audio.channels > 2 ? text.surround(`${audio.channels - 1}.1`) : text.stereo,
      chosen: audio.id === audioId,
      choose: () => chooseAudio(audio),
    }))
    groups.push({ label: text.audio, choices })
  }
  if (groups.length === 0) return null
  const label = audios.length > 1 && tracks.length > 0 ? `${text.subtitles} / ${text.audio}` : groups[0]!.label
  return (
    <ChoiceMenu
      layer="subtitles"
      label={label}
      value={chosen?.label ?? label}
      icon={<SubtitlesIcon size={22} />}
      on={Boolean(chosen)}
      groups={groups}
    />
  )

  function chooseAudio(audio: AudioChoice) {
    playback.setAudio(audio.id)
    playerSettings.set({ audioLang: audio.lang })
  }
}

/** Automatic, medium, saving data, and the ladder by hand. Where the browser picks by itself there is nothing to choose. */
export function QualityMenu() {
  const { playback, text } = usePlayer()
  const rungs = useStore(playback.state, (state) => state.rungs)
  const height = useStore(playback.state, (state) => state.height)
  const quality = useStore(playerSettings, (settings) => settings.quality)
  if (rungs.length === 0) return null
  const ladder = heights(rungs)
  // A rung that was chosen elsewhere and is not in this ladder plays as automatic.
  const current = typeof quality === 'number' && !ladder.includes(quality) ? 'auto' : quality
  const choose = (next: Quality) => {
    const plays = typeof next !== 'number' || rungs.some((rung) => rung.height === next && rung.playable)
    if (plays) playerSettings.set({ quality: next })
    playback.setQuality(next)
  }
  const settings = [
    { id: 'auto', label: text.auto, hint: text.autoHint },
    { id: 'medium', label: text.medium, hint: text.mediumHint },
    { id: 'save', label: text.save, hint: text.saveHint },
  ] as const
  const choices = [
    ...settings.map((row) => ({ ...row, chosen: current === row.id, choose: () => choose(row.id) })),
    ...ladder.map((rung) => {
      const playable = rungs.some((one) => one.height === rung && one.playable)
      return {
        id: String(rung),
        label: rungName(rung),
        hint: playable ? undefined : text.unplayable,
        dim: !playable,
        chosen: current === rung,
        choose: () => choose(rung),
      }
    }),
  ]
  const name = height ? rungName(height) : ''
  const value = typeof current === 'number' ? rungName(current) : `${text[current]} ${name}`.trim()
  return (
    <ChoiceMenu
      layer="quality"
      label={text.quality}
      value={value}
      icon={<SlidersIcon size={22} />}
      groups={[{ label: text.quality, choices }]}
    />
  )
}

/** How fast the film runs. */
export function SpeedMenu() {
  const { actions, text } = usePlayer()
  const speed = useStore(playerSettings, (settings) => settings.speed)
  const choices = SPEEDS.map((rate) => ({
    id: String(rate),
    label: text.speedValue(rate),
    chosen: rate === speed,
    choose: () => actions.setSpeed(rate),
  }))
  return (
    <ChoiceMenu
      layer="speed"
      label={text.speed}
      value={text.speedValue(speed)}
      icon={<SpeedIcon size={22} />}
      groups={[{ label: text.speed, choices }]}
    />
  )
}

import type { PlayerText } from '#text/zh_HK/player.ts'
import { SPEEDS } from './keys.rules.ts'
import { usePlayer, type PlayerActions, type Layer } from './player-context.ts'
import { SlidersIcon, SpeedIcon, SubtitlesIcon } from '#web/ui/feature-icons.tsx'
import { audioFormat, audioName, surroundName, type AudioChoice } from '../engine/audio.rules.ts'
import { heights, peakMbps, rungName } from '../engine/quality.rules.ts'
import { chosenSubtitle, type SubtitleTrack } from '../captions/subtitle.rules.ts'
import { useStore } from '#web/kit/use-store.ts'
import { type PlayerSettings, SUBTITLE_BACKGROUNDS, SUBTITLE_SIZES } from '../engine/player-settings.ts'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { moveListFocus } from '#web/ui/list-focus.ts'
import { useCloseRequest } from '#web/kit/use-close-request.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import styles from './choice-menu.module.css'
import { giveFocusBack } from './focus.ts'

export function LanguageMenu() {
  const { state, settings, actions, text, lang } = usePlayer()
  const order = useStore(state, (now) => now.order)
  const audios = useStore(state, (now) => now.audios)
  const audioId = useStore(state, (now) => now.audioId)
  const preferred = useStore(settings, (now) => now.subtitle)
  const looks = useStore(settings, (now) => now)
  const tracks = order?.subtitles ?? []
  const chosen = chosenSubtitle(tracks, { chosen: preferred, interfaceLanguage: lang })
  const groups: ChoiceGroup[] = []
  if (tracks.length > 0) {
    const off = {
      id: 'off',
      label: text.subtitlesOff,
      chosen: !chosen,
      choose: () => actions.chooseSubtitle('off'),
    }
    const choices = tracks.map((track) => ({
      id: track.lang,
      label: track.label,
      chosen: track === chosen,
      choose: () => actions.chooseSubtitle(track.lang),
    }))
    groups.push({ label: text.subtitles, choices: [...choices, off] })
  }
  if (audios.length > 1) {
    const choices = audios.map((audio) => ({
      id: `audio-${audio.id}`,
      label: audioName(audio, { locale: lang, own: text.languages }),
      hint: audioHint(audio, text),
      chosen: audio.id === audioId,
      choose: () => actions.chooseAudio(audio),
    }))
    groups.push({ label: text.audio, choices })
  }
  if (chosen) groups.push(...lookGroups({ tracks, chosen, settings: looks, actions, text }))
  if (groups.length === 0) return null
  const label = audios.length > 1 && tracks.length > 0 ? `${text.subtitles} / ${text.audio}` : groups[0]!.label
  return (
    <ChoiceMenu
      layer="subtitles"
      label={label}
      value={tracks.length === 0 ? undefined : (chosen?.label ?? text.subtitlesOff)}
      icon={<SubtitlesIcon size={22} />}
      on={Boolean(chosen)}
      groups={groups}
    />
  )
}

/** The format and the channels: `Dolby Digital Plus · Surround 5.1`. */
function audioHint({ codec, channels }: AudioChoice, text: PlayerText): string {
  const surround = surroundName(channels)
  return [audioFormat(codec), surround ? text.surround(surround) : text.stereo].filter(Boolean).join(' · ')
}

export function QualityMenu() {
  const { state, settings, actions, text } = usePlayer()
  const rungs = useStore(state, (now) => now.rungs)
  const height = useStore(state, (now) => now.height)
  const quality = useStore(settings, (now) => now.quality)
  if (rungs.length === 0) return null
  const ladder = heights(rungs)
  // A chosen rung that this title lacks plays as automatic.
  const current = typeof quality === 'number' && !ladder.includes(quality) ? 'auto' : quality
  const presets = [
    { id: 'auto', label: text.auto, hint: text.autoHint },
    { id: 'medium', label: text.medium, hint: text.mediumHint },
    { id: 'save', label: text.save, hint: text.saveHint },
  ] as const
  const choices = [
    // With one rung all three settings are the same.
    ...presets
      .filter(({ id }) => ladder.length > 1 || id === 'auto' || id === current)
      .map((preset) => ({
        ...preset,
        chosen: current === preset.id,
        choose: () => actions.chooseQuality(preset.id),
      })),
    ...ladder.map((rung) => {
      const playable = rungs.some((one) => one.height === rung && one.playable)
      return {
        id: String(rung),
        label: rungName(rung),
        hint: playable ? text.mbps(peakMbps(rungs, rung)) : text.unplayable,
        dim: !playable,
        chosen: current === rung,
        choose: () => actions.chooseQuality(rung),
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

export function SpeedMenu() {
  const { settings, actions, text } = usePlayer()
  const speed = useStore(settings, (now) => now.speed)
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

interface LookFacts {
  tracks: readonly SubtitleTrack[]
  chosen: SubtitleTrack
  settings: PlayerSettings
  actions: PlayerActions
  text: PlayerText
}

function lookGroups({ tracks, chosen, settings, actions, text }: LookFacts): ChoiceGroup[] {
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

interface Choice {
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  readonly chosen: boolean
  /** The device cannot play it; choosing it shows why. */
  readonly dim?: boolean
  readonly choose: () => void
}

interface ChoiceGroup {
  readonly label: string
  readonly choices: readonly Choice[]
}

interface ChoiceMenuProps {
  layer: Exclude<Layer, null>
  label: string
  value?: string | undefined
  icon: ReactNode
  on?: boolean
  groups: readonly ChoiceGroup[]
}

/** A button with a menu. Arrows move, Enter chooses, Esc and a click elsewhere close it. */
function ChoiceMenu({ layer, label, value, icon, on, groups }: ChoiceMenuProps) {
  const { layer: open, openLayer } = usePlayer()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = open === layer

  const close = (restoreFocus: boolean) => {
    openLayer(null)
    if (restoreFocus) giveFocusBack(button.current)
  }
  useCloseRequest(isOpen, () => close(true))
  useEffect(() => {
    if (!isOpen) return
    const first = box.current?.querySelector<HTMLElement>('[aria-checked="true"]') ?? items(box.current)[0]
    first?.focus({ preventScroll: true })
    const onPointerDown = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node) && !button.current?.contains(event.target as Node))
        openLayer(null)
    }
    document.addEventListener('pointerdown', onPointerDown, true)
    return () => document.removeEventListener('pointerdown', onPointerDown, true)
  }, [isOpen, openLayer])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return close(false)
    if (event.key === 'Escape') close(true)
    else if (!moveListFocus(items(box.current), event.key)) return
    event.preventDefault()
  }

  return (
    <div className={styles.anchor}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-on={on || isOpen || undefined}
        aria-label={value ? `${label}: ${value}` : label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => openLayer(layer)}
      >
        {icon}
        {value ? <span className={styles.value}>{value}</span> : null}
      </button>
      {isOpen ? (
        <div
          ref={box}
          className={styles.menu}
          data-columns={groups.length > 2 || undefined}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onKeyDown}
        >
          {groups.map((group) => (
            <fieldset
              key={group.label}
              className={styles.group}
              aria-label={groups.length > 1 ? group.label : undefined}
              role={groups.length > 1 ? 'group' : 'none'}
            >
              {groups.length > 1 ? (
                <p className={styles.heading} aria-hidden="true">
                  {group.label}
                </p>
              ) : null}
              {group.choices.map((choice) => (
                <button
                  key={choice.id}
                  type="button"
                  role="menuitemradio"
                  aria-checked={choice.chosen}
                  tabIndex={-1}
                  className={styles.choice}
                  data-dim={choice.dim || undefined}
                  onClick={() => {
                    choice.choose()
                    close(true)
                  }}
                >
                  <span className={styles.tick}>{choice.chosen ? <CheckIcon size={18} /> : null}</span>
                  <span>{choice.label}</span>
                  {choice.hint ? <span className={styles.hint}>{choice.hint}</span> : null}
                </button>
              ))}
            </fieldset>
          ))}
        </div>
      ) : null}
    </div>
  )
}

function items(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? [])]
}

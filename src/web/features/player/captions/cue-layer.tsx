import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './cue-layer.module.css'
import type { Playback } from '../engine/playback.ts'
import { playerSettings } from '../engine/player-settings.ts'
import { HTML_LANG } from '#contract/languages.ts'
import { readLanguage } from '#web/kit/language.ts'
import { placeCues } from './place-cues.ts'
import { chosenSubtitle } from './subtitle.rules.ts'
import { useStore } from '#web/kit/use-store.ts'
import { useTextFile } from './use-text-file.ts'
import { activeCues, type Cue, parseWebVtt } from './webvtt.rules.ts'

interface CueLayerProps {
  playback: Playback
  raised: boolean
  previewX: number | null
}

/**
 * Renders captions itself: CJK system fonts, raised above the controls while those are shown, and above the storyboard image
 * (at `previewX` px), an offer or the large buttons that they would touch. What then has no room is smaller.
 */
export function CueLayer({ playback, raised, previewX }: CueLayerProps) {
  const order = useStore(playback.state, (state) => state.order)
  const settings = useStore(playerSettings, (now) => now)
  const tracks = order?.subtitles ?? []
  const interfaceLanguage = HTML_LANG[readLanguage()]
  const track = chosenSubtitle(tracks, { chosen: settings.subtitle, interfaceLanguage })
  const second = track && tracks.find(({ lang }) => lang === settings.secondSubtitle && lang !== track.lang)
  const active = useActive(playback.video, useTextFile(playback, track?.url, parseWebVtt))
  const above = useActive(playback.video, useTextFile(playback, second?.url, parseWebVtt))
  const bottom = active.filter((cue) => cue.line === undefined || cue.line > 50)
  const top = active.filter((cue) => cue.line !== undefined && cue.line <= 50)
  return (
    <div
      className={styles.layer}
      lang={track?.lang}
      data-size={settings.subtitleSize}
      data-background={settings.subtitleBackground}
      data-cues=""
      aria-live="off"
    >
      <CueBlock cues={top} place={styles.top} />
      <CueBlock
        cues={bottom}
        above={{ cues: above, lang: second?.lang }}
        place={raised ? styles.raised : styles.bottom}
        previewX={raised ? previewX : null}
      />
    </div>
  )
}

interface CueBlockProps {
  cues: readonly Cue[]
  /** The second language, in smaller letters. */
  above?: { cues: readonly Cue[]; lang: string | undefined }
  place: string | undefined
  previewX?: number | null
}

function CueBlock({ cues, above, place, previewX = null }: CueBlockProps) {
  const block = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = block.current
    if (!element || place === styles.top) return
    const update = () => placeCues(element, previewX)
    update()
    // Offers come and go, and the screen turns, during a cue. Absent in tests.
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(update)
    for (const one of document.querySelectorAll('[data-offers], [data-cues]')) observer.observe(one)
    return () => observer.disconnect()
  })
  return (
    <div className={place}>
      <div ref={block} className={styles.block}>
        {above?.cues.map((cue) => (
          <p key={`above ${cue.start} ${cue.text}`} className={classNames(styles.cue, styles.second)} lang={above.lang}>
            <span>{cue.text}</span>
          </p>
        ))}
        {cues.map((cue) => (
          <p key={`${cue.start} ${cue.text}`} className={styles.cue}>
            <span>{cue.text}</span>
          </p>
        ))}
      </div>
    </div>
  )
}

/** The cues at the current position, updated each animation frame during playback. */
function useActive(video: HTMLVideoElement, cues: readonly Cue[]): readonly Cue[] {
  const [active, setActive] = useState<readonly Cue[]>([])
  useEffect(() => {
    let frame = 0
    const update = () => {
      const current = activeCues(cues, video.currentTime)
      setActive((previous) => (sameCues(previous, current) ? previous : current))
    }
    const run = () => {
      update()
      frame = video.paused || cues.length === 0 ? 0 : requestAnimationFrame(run)
    }
    const start = () => {
      cancelAnimationFrame(frame)
      run()
    }
    start()
    video.addEventListener('play', start)
    video.addEventListener('seeked', update)
    return () => {
      cancelAnimationFrame(frame)
      video.removeEventListener('play', start)
      video.removeEventListener('seeked', update)
    }
  }, [video, cues])
  return active
}

function sameCues(a: readonly Cue[], b: readonly Cue[]): boolean {
  return a.length === b.length && a.every((cue, at) => cue === b[at])
}

import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './cue-layer.module.css'
import type { Playback } from '../engine/engine.ts'
import { playerSettings } from '../engine/player-settings.ts'
import { HTML_LANG } from '#contract/languages.ts'
import { readLanguage } from '#web/kit/language.ts'
import { chosenSubtitle } from './subtitle.rules.ts'
import { useStore } from '#web/kit/use-store.ts'
import { useTextFile } from './use-text-file.ts'
import { activeCues, type Cue, parseWebVtt } from './webvtt.rules.ts'
import { type Box, clearBottom, letterboxOf } from './place-cues.rules.ts'

interface CueLayerProps {
  playback: Playback
  raised: boolean
  previewX: number | null
}

/** Renders captions itself, in CJK system fonts. They rise above the controls, the storyboard image (at `previewX` px) and the offers, and shrink without room. */
export function CueLayer({ playback, raised, previewX }: CueLayerProps) {
  const order = useStore(playback.state, (state) => state.order)
  const settings = useStore(playerSettings, (now) => now)
  const tracks = order?.subtitles ?? []
  const interfaceLanguage = HTML_LANG[readLanguage()]
  const track = chosenSubtitle(tracks, { chosen: settings.subtitle, interfaceLanguage })
  const second = track && tracks.find(({ lang }) => lang === settings.secondSubtitle && lang !== track.lang)
  const active = useActive(playback.video, useTextFile(playback, track?.url, parseWebVtt))
  const above = useActive(playback.video, useTextFile(playback, second?.url, parseWebVtt))
  const letterbox = useLetterbox(playback.video)
  const bottom = active.filter((cue) => cue.line === undefined || cue.line > 50)
  const top = active.filter((cue) => cue.line !== undefined && cue.line <= 50)
  return (
    <div
      className={styles.layer}
      lang={track?.lang}
      data-size={settings.subtitleSize}
      data-background={settings.subtitleBackground}
      data-cues=""
      style={{ '--letterbox': `${letterbox}px` } as CSSProperties}
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

function useLetterbox(video: HTMLVideoElement): number {
  const [letterbox, setLetterbox] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const picture = { width: video.videoWidth, height: video.videoHeight }
      setLetterbox(letterboxOf(picture, { width: innerWidth, height: innerHeight }))
    }
    measure()
    video.addEventListener('resize', measure)
    addEventListener('resize', measure)
    return () => {
      video.removeEventListener('resize', measure)
      removeEventListener('resize', measure)
    }
  }, [video])
  return letterbox
}

interface CueBlockProps {
  cues: readonly Cue[]
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

/** CSS pixels, with a margin. */
const PREVIEW_HALF = 150
const MARGIN_PX = 8
/** Factor of one step, and the smallest share of the chosen size. */
const SMALLER = 0.92
const SMALLEST = 0.45

/** Sets `--lift` above what the captions would touch, and `--fit` until they end below the heading. */
function placeCues(block: HTMLElement, previewX: number | null): void {
  const end = restingBottom(block)
  const preview = previewX === null ? [] : [previewBox(previewX, end - lengthOf(block.parentElement, '--preview'))]
  const obstacles = [...shown('[data-center]'), ...offers(), ...preview]
  const ceiling = Math.max(0, ...shown('[data-heading]').map(({ bottom }) => bottom)) + MARGIN_PX
  for (let fit = 1; ; fit *= SMALLER) {
    block.style.setProperty('--fit', String(fit))
    const { offsetWidth: width, offsetHeight: height } = block
    if (height === 0) return
    const left = (innerWidth - width) / 2
    const bottom = clearBottom({ left, right: left + width, top: end - height, bottom: end }, obstacles)
    block.style.setProperty('--lift', `${bottom - end}px`)
    if (bottom - height >= ceiling || fit * SMALLER < SMALLEST) return
  }
}

const previewBox = (x: number, top: number): Box => ({
  left: x - PREVIEW_HALF,
  right: x + PREVIEW_HALF,
  top,
  bottom: innerHeight,
})

/** Where the offers will be when their transition is over. */
function offers(): Box[] {
  const element = document.querySelector<HTMLElement>('[data-offers]')
  if (!element?.firstElementChild) return []
  const { left, right } = element.getBoundingClientRect()
  const top = element.offsetTop - lengthOf(element, '--raise')
  return [{ left, right, top, bottom: top + element.offsetHeight }]
}

function restingBottom({ parentElement: place }: HTMLElement): number {
  if (!place) return 0
  const raised = lengthOf(place, '--end')
  return Math.min(innerHeight - raised, place.offsetTop + place.offsetHeight)
}

/** The box of the element with this selector; none while the controls are hidden. */
function shown(selector: string): Box[] {
  const element = document.querySelector(selector)
  if (!element?.closest('[data-shown]') || element.getClientRects().length === 0) return []
  return [element.getBoundingClientRect()]
}

const lengthOf = (element: Element | null, name: string): number =>
  (element && Number.parseFloat(getComputedStyle(element).getPropertyValue(name))) || 0

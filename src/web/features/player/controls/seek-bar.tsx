import { type KeyboardEvent, type PointerEvent, useRef, useState, useLayoutEffect } from 'react'
import { SKIP_S } from './keys.rules.ts'
import { type EpisodePoints, chapterGaps, clockText, lengthText } from './markers.rules.ts'
import { usePlayer } from './player-context.ts'
import styles from './seek-bar.module.css'
import { useStore } from '#web/kit/use-store.ts'
import { type Tile, tileAt } from '../captions/webvtt.rules.ts'
import { classNames } from '#web/ui/class-names.ts'

export interface SeekBarProps {
  points: EpisodePoints
  /** From the catalogue, until the video's own is known. */
  duration: number
  tiles: readonly Tile[]
  /** The centre of the preview on screen in px, so that captions can avoid it; null without one. */
  onPreview: (x: number | null) => void
}

/** Seconds, counted from the video's own position, not that of the last rendered frame. */
const SKIPS: Readonly<Record<string, number>> = {
  ArrowLeft: -SKIP_S,
  ArrowRight: SKIP_S,
  PageDown: -6 * SKIP_S,
  PageUp: 6 * SKIP_S,
}

export function SeekBar({ points, duration: expected, tiles, onPreview }: SeekBarProps) {
  const { media, actions, text, room } = usePlayer()
  const isLocked = room?.locked !== undefined
  const bar = useRef<HTMLDivElement>(null)
  const time = useStore(media, (state) => state.time)
  const duration = useStore(media, (state) => state.duration) || expected
  const buffered = useStore(media, (state) => state.buffered)
  const [over, setOver] = useState<number | null>(null)
  const [dragging, setDragging] = useState(false)
  const shown = dragging && over !== null ? over : time
  const share = (seconds: number) => (duration > 0 ? `${Math.min(100, (seconds / duration) * 100)}%` : '0%')

  const positionAt = (event: PointerEvent) => {
    const box = bar.current!.getBoundingClientRect()
    const part = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width))
    setOver(part * duration)
    onPreview(box.left + part * box.width)
    return part * duration
  }
  const leave = () => {
    setOver(null)
    onPreview(null)
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || duration <= 0 || isLocked) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragging(true)
    positionAt(event)
  }
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    if (!dragging) return
    setDragging(false)
    actions.seekTo(positionAt(event))
    if (event.pointerType !== 'mouse') leave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const skipped = SKIPS[event.key]
    const position = { Home: 0, End: duration }[event.key]
    if (isLocked || (skipped === undefined && position === undefined)) return
    event.preventDefault()
    if (skipped !== undefined) actions.skip(skipped)
    if (position !== undefined) actions.seekTo(position)
  }

  return (
    <div
      ref={bar}
      className={styles.bar}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot show buffered ranges, chapters and images
      role="slider"
      tabIndex={0}
      aria-label={text.seek}
      aria-disabled={isLocked || undefined}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(time)}
      aria-valuetext={text.seekValue(clockText(time, duration), lengthText(duration))}
      onPointerDown={onPointerDown}
      onPointerMove={positionAt}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        setDragging(false)
        leave()
      }}
      onPointerLeave={() => dragging || leave()}
      onKeyDown={onKeyDown}
    >
      <div className={styles.track}>
        {buffered.map(([from, to]) => (
          <span key={from} className={styles.buffered} style={{ left: share(from), width: share(to - from) }} />
        ))}
        {over === null || dragging ? null : <span className={styles.over} style={{ width: share(over) }} />}
        <span className={styles.played} style={{ width: share(shown) }} />
        {chapterGaps(points, duration).map((at) => (
          <span key={at} className={styles.gap} style={{ left: `${at * 100}%` }} />
        ))}
      </div>
      {over === null ? null : <span className={styles.mark} style={{ transform: `translateX(${share(over)})` }} />}
      <span className={styles.knob} style={{ left: share(shown) }} />
      {over === null || duration <= 0 ? null : (
        <StoryboardPreview tiles={tiles} time={over} part={over / duration} duration={duration} />
      )}
    </div>
  )
}

interface StoryboardPreviewProps {
  tiles: readonly Tile[]
  time: number
  part: number
  duration: number
}

/** Kept inside the ends of the seek bar; without images the time alone. */
function StoryboardPreview({ tiles, time, part, duration }: StoryboardPreviewProps) {
  const box = useRef<HTMLDivElement>(null)
  const tile = tileAt(tiles, time)

  // Percentages cannot clamp at the ends of the bar; transforms shift no layout.
  useLayoutEffect(() => {
    const element = box.current
    const bar = element?.parentElement
    if (!element || !bar) return
    const half = element.offsetWidth / 2
    const at = Math.min(Math.max(half, part * bar.clientWidth), bar.clientWidth - half)
    element.style.transform = `translateX(${at - half}px)`
    element.style.setProperty('--tail', `${part * bar.clientWidth - at}px`)
  })

  return (
    <div ref={box} className={classNames(styles.preview, !tile && styles.bare)} aria-hidden="true">
      {tile ? <TileImage tile={tile} /> : null}
      <span className={styles.clock}>{clockText(time, duration)}</span>
    </div>
  )
}

function TileImage({ tile }: { tile: Tile }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const scale = element.clientWidth / tile.width
    element.style.height = `${tile.height * scale + 4}px`
    const image = element.firstElementChild as HTMLElement
    image.style.transform = `scale(${scale})`
  }, [tile])
  return (
    <div ref={box} className={styles.picture}>
      <div
        style={{
          width: tile.width,
          height: tile.height,
          transformOrigin: '0 0',
          background: `url("${tile.url}") -${tile.x}px -${tile.y}px no-repeat`,
        }}
      />
    </div>
  )
}

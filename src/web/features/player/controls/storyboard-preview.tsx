import { useLayoutEffect, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { clockText } from './markers.rules.ts'
import styles from './seek-bar.module.css'
import { type Tile, tileAt } from '../captions/webvtt.rules.ts'

interface StoryboardPreviewProps {
  tiles: readonly Tile[]
  time: number
  /** Its share of the duration, 0 to 1. */
  part: number
  duration: number
}

/** The storyboard image at a position, above the seek bar and kept inside its ends; without images the time alone. */
export function StoryboardPreview({ tiles, time, part, duration }: StoryboardPreviewProps) {
  const box = useRef<HTMLDivElement>(null)
  const tile = tileAt(tiles, time)

  // Measured after layout: percentages cannot clamp at the ends of the bar. Moved by transforms, which shift no layout.
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

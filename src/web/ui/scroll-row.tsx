import { type ReactNode, type Ref, useCallback, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx'
import { type ScrollEnds, scrollEnds } from './scroll-row.rules.ts'
import styles from './scroll-row.module.css'

export interface CarouselProps {
  label: string
  shape: 'portrait' | 'landscape' | 'ranked'
  ordered?: boolean
  previousLabel: string
  nextLabel: string
  /** Kept by the caller, so that Back restores the scroll offset. */
  offset?: number | undefined
  onOffset?: (offset: number) => void
  children: ReactNode
}

export function Carousel(props: CarouselProps) {
  const { label, shape, ordered, previousLabel, nextLabel, offset, onOffset, children } = props
  const track = useRef<HTMLElement | null>(null)
  const [ends, setEnds] = useState<ScrollEnds>({ start: true, end: true })
  const atMount: Ref<HTMLElement> = useCallback(
    (element: HTMLElement | null) => {
      track.current = element
      if (element && offset) element.scrollLeft = offset
    },
    // oxlint-disable-next-line react/exhaustive-deps -- the offset is restored once, at mount
    [],
  )
  // Only on hover or focus, when the arrows show: measuring every carousel at each change would force a layout each time.
  const measure = () => {
    const { start, end } = track.current ? scrollEnds(track.current) : ends
    setEnds((was) => (was.start === start && was.end === end ? was : { start, end }))
  }
  useEffect(() => {
    if (track.current?.parentElement?.matches(':hover, :focus-within')) measure()
  })
  const onScroll = () => {
    if (track.current) onOffset?.(track.current.scrollLeft)
    measure()
  }
  const page = (direction: 1 | -1) => {
    const element = track.current
    if (!element) return
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollBy({ left: direction * element.clientWidth * 0.86, behavior: calm ? 'auto' : 'smooth' })
  }
  const List = ordered ? 'ol' : 'ul'
  return (
    <div className={styles.row} onPointerEnter={measure} onFocus={measure}>
      <List
        ref={atMount as Ref<HTMLUListElement & HTMLOListElement>}
        className={classNames(styles.track, styles[shape])}
        aria-label={label}
        onScroll={onScroll}
      >
        {children}
      </List>
      <button
        type="button"
        className={classNames(styles.arrow, styles.previous)}
        aria-label={previousLabel}
        tabIndex={-1}
        disabled={ends.start}
        onClick={() => page(-1)}
      >
        <ChevronLeftIcon size={26} />
      </button>
      <button
        type="button"
        className={classNames(styles.arrow, styles.next)}
        aria-label={nextLabel}
        tabIndex={-1}
        disabled={ends.end}
        onClick={() => page(1)}
      >
        <ChevronRightIcon size={26} />
      </button>
    </div>
  )
}

import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type Ref, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useMediaQuery } from '#web/kit/use-media-query.ts'
import type { ListState } from '../client/use-read.ts'
import styles from './table.module.css'

/** Of a row among all: what a screen reader and the measuring need. */
export interface RowPlace {
  readonly 'aria-rowindex': number
  readonly 'data-index': number
  readonly ref: Ref<HTMLTableRowElement>
}

interface LongBodyProps<T> {
  rows: readonly T[]
  list: Pick<ListState<T>, 'hasNext' | 'isLoadingNext' | 'error' | 'loadNext'>
  keyOf: (row: T) => string
  renderRow: (row: T, place: RowPlace) => ReactNode
}

/** As in `table.module.css`; measured once a row is there. */
const ROW_HEIGHT = { desktop: 73, tablet: 89 }
const OVERSCAN = 8
/** The next page is asked for when the end is this many rows away. */
const AHEAD = 20

const TABLET = '(max-width: 1023.98px)'

/** The rows near the window, and the one that has the focus. */
export function LongBody<T>({ rows, list, keyOf, renderRow }: LongBodyProps<T>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const focused = useRef<number>(undefined)
  const [scrollMargin, setScrollMargin] = useState(0)
  const { hasNext, isLoadingNext, error, loadNext } = list
  const rowHeight = useMediaQuery(TABLET) ? ROW_HEIGHT.tablet : ROW_HEIGHT.desktop
  // The same function while the rows are the same: with another one, each frame of scrolling measures all rows again.
  const getItemKey = useCallback((at: number) => keyOf(rows[at]!), [rows, keyOf])
  const rangeExtractor = useCallback((range: Range) => {
    const shown = defaultRangeExtractor(range)
    const kept = focused.current
    return kept === undefined || kept >= range.count ? shown : [...new Set([...shown, kept])].toSorted((a, b) => a - b)
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- its functions are used here alone, and this component is not memoized
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin,
    rangeExtractor,
    getItemKey,
    initialOffset: () => scrollY,
    useFlushSync: false,
  })
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top
    if (top !== undefined) setScrollMargin(top + scrollY)
  }, [])
  const items = virtualizer.getVirtualItems()
  const last = virtualizer.range?.endIndex ?? 0
  const isNearEnd = last >= rows.length - AHEAD
  useEffect(() => {
    if (isNearEnd && hasNext && !isLoadingNext && !error) loadNext()
  }, [isNearEnd, hasNext, isLoadingNext, error, loadNext])
  let end = 0
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- no action: it only notes which row to keep
    <tbody
      ref={body}
      onFocus={({ target }) => {
        focused.current = Number(target.closest('tr')?.dataset.index ?? NaN) || 0
      }}
      onBlur={() => {
        focused.current = undefined
      }}
    >
      {items.map((item) => {
        const gap = item.start - scrollMargin - end
        end = item.end - scrollMargin
        return [
          <Rest key={`before-${item.key}`} height={gap} />,
          renderRow(rows[item.index]!, {
            'aria-rowindex': item.index + 2,
            'data-index': item.index,
            ref: virtualizer.measureElement,
          }),
        ]
      })}
      <Rest height={virtualizer.getTotalSize() - end} />
    </tbody>
  )
}

/** In the place of rows that are not there. */
const Rest = ({ height }: { height: number }) =>
  height > 0.5 ? (
    <tr className={styles.rest} aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- hidden, and no control */}
      <td style={{ height }} />
    </tr>
  ) : null

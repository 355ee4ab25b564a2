export interface ScrollEnds {
  readonly start: boolean
  readonly end: boolean
}

/** In px: snapping and fractions leave as much out of sight. */
const NOTHING_PX = 8

export const scrollEnds = (row: { scrollLeft: number; clientWidth: number; scrollWidth: number }): ScrollEnds => ({
  start: row.scrollLeft < NOTHING_PX,
  end: row.scrollLeft + row.clientWidth > row.scrollWidth - NOTHING_PX,
})

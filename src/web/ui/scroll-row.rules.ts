/** What of a row is out of sight. */
export interface ScrollEnds {
  /** Nothing is before what shows. */
  readonly start: boolean
  /** Nothing comes after it. */
  readonly end: boolean
}

/** Less than this many px out of sight is nothing: snapping and fractions leave as much. */
const NOTHING_PX = 8

/** Which ends of a row show: both, where everything fits. */
export const scrollEnds = (row: { scrollLeft: number; clientWidth: number; scrollWidth: number }): ScrollEnds => ({
  start: row.scrollLeft < NOTHING_PX,
  end: row.scrollLeft + row.clientWidth > row.scrollWidth - NOTHING_PX,
})

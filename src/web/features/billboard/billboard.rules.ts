/** DESIGN 6: at most five slides, seven seconds each. */
export const MAX_SLIDES = 5
export const SLIDE_MS = 7000

/** What decides whether the slides advance automatically. */
export interface SlideState {
  count: number
  paused: boolean
  /** The pointer or the focus is in the billboard. */
  attended: boolean
  hidden: boolean
}

export const mayAdvance = ({ count, paused, attended, hidden }: SlideState): boolean =>
  count > 1 && !paused && !attended && !hidden

export const slideAfter = (index: number, step: number, count: number): number =>
  count === 0 ? 0 : (index + step + count) % count

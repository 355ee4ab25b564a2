/** DESIGN 6: at most five slides, seven seconds each. */
export const MAX_SLIDES = 5
export const SLIDE_MS = 7000

/** What stops the slides from moving by themselves. */
export interface SlideState {
  count: number
  paused: boolean
  /** The pointer or the focus is on the billboard. */
  attended: boolean
  hidden: boolean
}

export const mayAdvance = ({ count, paused, attended, hidden }: SlideState): boolean =>
  count > 1 && !paused && !attended && !hidden

/** The slide so many steps on, around the ends. */
export const slideAfter = (index: number, step: number, count: number): number =>
  count === 0 ? 0 : (index + step + count) % count

import type { Banner } from '#contract/banners.ts'

/** DESIGN 6: at most five slides, seven seconds each. */
export const MAX_SLIDES = 5
export const SLIDE_MS = 7000

/** Conditions for the slides to advance automatically. */
export interface SlideState {
  count: number
  paused: boolean
  /** The pointer or the focus is in the billboard. */
  attended: boolean
  hidden: boolean
}

export const mayAdvance = ({ count, paused, attended, hidden }: SlideState): boolean =>
  count > 1 && !paused && !attended && !hidden

/** In percent from the top: the navigation would lie over what is above it. */
const TOP_FOCUS = 15

/** Whether what must stay in sight lies at the picture's upper edge. */
export const reachesTop = (focus: Banner['focus']): boolean => focus !== undefined && focus.y < TOP_FOCUS

export const slideAfter = (index: number, step: number, count: number): number =>
  count === 0 ? 0 : (index + step + count) % count

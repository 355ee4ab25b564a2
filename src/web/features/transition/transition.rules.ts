/** DESIGN 7: the whole is 1.4 s; the new page comes in for the last 300 ms of it. */
export const ROUTE_MS = 1400
export const CLOSE_MS = 1100
/** Reduced motion: a cross-fade without a wait. */
export const FADE_MS = 150

/** What the transition needs to know of a screen. */
export interface Passage {
  readonly name: string
  readonly delayed: boolean
}

/** SPEC 4: entering or leaving a delayed screen; moving within it (the next episode) is not. */
export const needsTransition = (from: Passage, to: Passage): boolean =>
  from.name !== to.name && (from.delayed || to.delayed)

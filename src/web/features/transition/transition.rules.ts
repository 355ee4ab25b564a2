/** DESIGN 7: the transition takes 1.4 s; the new page is revealed in the last 300 ms. */
export const ROUTE_MS = 1400
export const CLOSE_MS = 1100
/** Reduced motion: a cross-fade without a wait. */
export const FADE_MS = 150

/** The fields of a route that the transition reads. */
export interface TransitionRoute {
  readonly name: string
  readonly delayed: boolean
}

/** SPEC 4: entering or leaving a delayed screen; moving within it (the next episode) is not. */
export const needsTransition = (from: TransitionRoute, to: TransitionRoute): boolean =>
  from.name !== to.name && (from.delayed || to.delayed)

/** The history entries between which the route transition runs. */
interface TransitionEntries {
  /** The router's number of the entry of the page that is shown; undefined for a typed address. */
  readonly shown: number | undefined
  /** That of the current entry. */
  readonly target: number | undefined
  /** The current entry was added to the history. */
  readonly isPushed: boolean
}

/** The steps in the history that return to the page that is shown; 0 when its entry was replaced, or where it is is unknown. */
export function stepsToShown({ shown, target, isPushed }: TransitionEntries): number {
  if (shown !== undefined && target !== undefined) return shown - target
  return isPushed ? -1 : 0
}

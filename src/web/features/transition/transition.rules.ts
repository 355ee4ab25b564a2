/** DESIGN 7: the new page is revealed in the last 300 ms. */
export const ROUTE_MS = 1400
export const CLOSE_MS = 1100
/** A cross-fade, with reduced motion. */
export const FADE_MS = 150

export interface TransitionRoute {
  readonly name: string
  readonly delayed: boolean
}

/** SPEC 4: entering or leaving a delayed screen, not moving within it. */
export const needsTransition = (from: TransitionRoute, to: TransitionRoute): boolean =>
  from.name !== to.name && (from.delayed || to.delayed)

interface TransitionEntries {
  /** The router's number of the shown entry; undefined for a typed address. */
  readonly shown: number | undefined
  readonly target: number | undefined
  /** The current entry was added to the history. */
  readonly isPushed: boolean
}

/** 0 when the shown entry was replaced or its position is unknown. */
export function stepsToShown({ shown, target, isPushed }: TransitionEntries): number {
  if (shown !== undefined && target !== undefined) return shown - target
  return isPushed ? -1 : 0
}

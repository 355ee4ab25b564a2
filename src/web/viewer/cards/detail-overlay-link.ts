import { useCallback } from 'react'
import { type NavigateFunction, currentLocation, useLocation, useNavigate } from '#web/kit/router.tsx'
import { PATHS, paths, routerPath } from '#web/viewer/navigation/paths.ts'

/** The history state of a link of the site. */
export interface SiteState {
  /** History steps back to the screen below the overlay; 0 when the overlay was not opened from it. */
  overlaySteps: number
}

/** The steps in the state of a history entry. */
export const overlaySteps = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'overlaySteps' in state ? Number(state.overlaySteps) : 0

/** The programId of a query. */
const programOf = (search: string): string | undefined => new URLSearchParams(search).get('programId') ?? undefined

/** The title whose overlay a location shows; undefined on the player's routes, which have a programId too. */
export const overlayOf = ({ pathname, search }: { pathname: string; search: string }): string | undefined =>
  isPlayer(pathname) ? undefined : programOf(search)

/** The open title of the detail overlay, and how to close it. */
export function useProgramOverlay() {
  const location = useLocation()
  const navigate = useNavigate()
  const close = useCallback(() => closeOverlay(navigate), [navigate])
  return { programId: overlayOf(location), close }
}

/** True between `history.go` and its popstate: going back is asynchronous, and a second step would lead too far. */
let isGoingBack = false

/**
 * Closes the overlay by going back to the screen that it was opened from, over all titles opened from one another. An overlay that
 * was the first page loses its parameter. Does nothing when the address has left the overlay already.
 */
export function closeOverlay(navigate: NavigateFunction): void {
  const location = currentLocation()
  if (isGoingBack || !overlayOf(location)) return
  const steps = overlaySteps(location.state)
  if (steps === 0) {
    navigate(routerPath(paths.withoutDetail(location)), { replace: true })
    return
  }
  isGoingBack = true
  addEventListener('popstate', () => (isGoingBack = false), { once: true })
  navigate(-steps)
}

/** Where no overlay opens (SPEC 2): `/play` and `/PlayDrama/{episode}`. */
const isPlayer = (pathname: string): boolean => {
  const [, first] = pathname.split('/')
  return `/${first}` === PATHS.play || `/${first}` === PATHS.playDrama
}

/** Makes the `href` by which a card opens its title over the present screen. */
export function useDetailLink(): (programId: string) => string {
  const { pathname, search } = useLocation()
  return useCallback((programId: string) => paths.detail(programId, { pathname, search }), [pathname, search])
}

import { useCallback } from 'react'
import { type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { currentLocation } from '#web/kit/history-location.ts'
import { PATHS, paths, routerPath } from '#web/viewer/navigation/paths.ts'

/** What a click on a link of ours leaves in history. */
export interface SiteState {
  /** How many steps back the screen below an overlay is; 0 when the overlay was not opened from it. */
  overlaySteps: number
}

/** The step count of a history entry. */
export const overlaySteps = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'overlaySteps' in state ? Number(state.overlaySteps) : 0

/** The title that a query names. */
const programOf = (search: string): string | undefined => new URLSearchParams(search).get('programId') ?? undefined

/** The title that is open over a place; none where the player is, whose address names its title too: also during the route transition to it. */
export const overlayOf = ({ pathname, search }: { pathname: string; search: string }): string | undefined =>
  isPlayer(pathname) ? undefined : programOf(search)

/** The detail overlay's door: which title is open, and how to close it. */
export function useProgramOverlay() {
  const place = useLocation()
  const navigate = useNavigate()
  const close = useCallback(() => closeOverlay(navigate), [navigate])
  return { programId: overlayOf(place), close }
}

/** History takes its steps back a moment after they are asked for; until then nothing more is asked of it. */
let goesBack = false

/**
 * Closes the overlay of the present address by going back to the screen that it was opened from (however many titles were opened from one another); an
 * overlay that was the first thing to be opened just loses its parameter. When the address has none any more, or is the player's already (whose title it
 * then names), the sheet is about to go by itself.
 */
export function closeOverlay(navigate: NavigateFunction): void {
  const place = currentLocation()
  if (goesBack || !overlayOf(place)) return
  const steps = overlaySteps(place.state)
  if (steps === 0) {
    void navigate(routerPath(paths.withoutDetail(place)), { replace: true })
    return
  }
  goesBack = true
  addEventListener('popstate', () => (goesBack = false), { once: true })
  void navigate(-steps)
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

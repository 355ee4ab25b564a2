import { useCallback } from 'react'
import { type NavigateFunction, currentLocation, useLocation, useNavigate } from '#web/kit/router.tsx'
import { PATHS, paths, routerPath } from '#web/viewer/navigation/paths.ts'

export interface SiteState {
  /** History steps back to the screen below; 0 when the overlay was not opened from it. */
  overlaySteps: number
}

export const overlaySteps = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'overlaySteps' in state ? Number(state.overlaySteps) : 0

const programOf = (search: string): string | undefined => new URLSearchParams(search).get('programId') ?? undefined

/** Undefined on the player's routes, which have a programId too. */
export const overlayOf = ({ pathname, search }: { pathname: string; search: string }): string | undefined =>
  isPlayer(pathname) ? undefined : programOf(search)

export function useProgramOverlay() {
  const location = useLocation()
  const navigate = useNavigate()
  const close = useCallback(() => closeOverlay(navigate), [navigate])
  return { programId: overlayOf(location), close }
}

/** True between `history.go` and its popstate: going back is asynchronous, and a second step would lead too far. */
let isGoingBack = false

/** Goes back over all titles opened from one another; an overlay that was the first page loses its parameter. */
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

const isPlayer = (pathname: string): boolean => {
  const [, first] = pathname.split('/')
  return `/${first}` === PATHS.play || `/${first}` === PATHS.playDrama
}

export function useDetailLink(): (programId: string) => string {
  const { pathname, search } = useLocation()
  return useCallback((programId: string) => paths.detail(programId, { pathname, search }), [pathname, search])
}

import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths, routerPath } from './paths.ts'

/** What a click on a link of ours leaves in history. */
export interface SiteState {
  /** How many steps back the screen below an overlay is; 0 when the overlay was not opened from it. */
  overlaySteps: number
}

/** The step count of a history entry. */
export const overlaySteps = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'overlaySteps' in state ? Number(state.overlaySteps) : 0

/**
 * The detail overlay's door: which title the address names, and how to close it. Closing goes back to the screen that it was opened from (however many
 * titles were opened from one another); an overlay that was the first thing to be opened just loses its parameter.
 */
export function useProgramOverlay() {
  const location = useLocation()
  const navigate = useNavigate()
  const programId = new URLSearchParams(location.search).get('programId') ?? undefined
  const close = useCallback(() => {
    const steps = overlaySteps(location.state)
    if (steps > 0) void navigate(-steps)
    else void navigate(routerPath(paths.withoutDetail(location)), { replace: true })
  }, [location, navigate])
  return { programId, close }
}

/** Makes the `href` by which a card opens its title over the present screen. */
export function useDetailLink(): (programId: string) => string {
  const { pathname, search } = useLocation()
  return useCallback((programId: string) => paths.detail(programId, { pathname, search }), [pathname, search])
}

import { useEffect, useState } from 'react'
import { type Location, useLocation } from 'react-router'
import { useReducedMotion } from '#web/kit/use-media-query.ts'
import { CLOSE_MS, FADE_MS, needsTransition, type Passage, ROUTE_MS } from './transition.rules.ts'

/** none: nothing over the page; closing: the old page is covered; opening: the new one comes in. */
export type TransitionPhase = 'none' | 'closing' | 'opening'

export interface ShownLocation {
  /** The place that is shown: behind the address while the curtain closes. */
  shown: Location
  phase: TransitionPhase
}

/**
 * Lets the address change at once and the page follow: through the 1.4 s curtain where SPEC 4 wants it, whichever way the address changed. Going back
 * while it closes (Esc, Back) makes the shown place right again, so the curtain simply goes. With reduced motion the page follows at once, under a fade.
 */
export function useShownLocation(
  routeAt: (pathname: string) => Passage,
  prepare: (pathname: string) => void,
): ShownLocation {
  const wanted = useLocation()
  const reduced = useReducedMotion()
  const [shown, setShown] = useState(wanted)
  const [opening, setOpening] = useState(false)
  const delayed = needsTransition(routeAt(shown.pathname), routeAt(wanted.pathname))
  const curtain = delayed && !reduced
  if (!curtain && shown !== wanted) {
    setShown(wanted)
    if (delayed) setOpening(true)
  }

  useEffect(() => {
    if (!curtain) return undefined
    prepare(wanted.pathname)
    for (const media of document.querySelectorAll<HTMLMediaElement>('video, audio')) media.pause()
    document.addEventListener('play', hush, true)
    const timer = setTimeout(() => {
      setShown(wanted)
      setOpening(true)
    }, CLOSE_MS)
    return () => {
      document.removeEventListener('play', hush, true)
      clearTimeout(timer)
    }
  }, [curtain, wanted, prepare])

  useEffect(() => {
    if (!opening) return undefined
    const timer = setTimeout(() => setOpening(false), reduced ? FADE_MS : ROUTE_MS - CLOSE_MS)
    return () => clearTimeout(timer)
  }, [opening, reduced])

  if (curtain) return { shown, phase: 'closing' }
  return { shown: wanted, phase: opening ? 'opening' : 'none' }
}

/** A clip of the old page that was just about to begin does not begin behind the curtain. */
function hush({ target }: Event): void {
  if (target instanceof HTMLMediaElement) target.pause()
}

import { useEffect, useLayoutEffect, useState } from 'react'
import { type Location, useLocation } from '#web/kit/router.tsx'
import { useReducedMotion } from '#web/kit/use-media-query.ts'
import { CLOSE_MS, FADE_MS, needsTransition, type TransitionRoute, ROUTE_MS } from './transition.rules.ts'

/** closing: the old page is covered; opening: the new page is revealed. */
export type TransitionPhase = 'none' | 'closing' | 'opening'

export interface ShownLocation {
  /** The previous location while the transition closes. */
  shown: Location
  phase: TransitionPhase
}

/**
 * The address changes at once; the rendered location follows after SPEC 4's route transition. Esc and Back cancel it while it
 * closes, and paused media plays on. With reduced motion the location follows at once.
 */
export function useShownLocation(
  routeAt: (pathname: string) => TransitionRoute,
  preload: (pathname: string) => void,
): ShownLocation {
  const target = useLocation()
  const reduced = useReducedMotion()
  const [shown, setShown] = useState(target)
  const [opening, setOpening] = useState(false)
  const delayed = needsTransition(routeAt(shown.pathname), routeAt(target.pathname))
  const animated = delayed && !reduced
  if (!animated && shown !== target) {
    setShown(target)
    if (delayed) setOpening(true)
  }

  // A layout effect: no media may play on below the layer.
  useLayoutEffect(() => {
    if (!animated) return undefined
    const paused = pauseAll()
    document.addEventListener('play', pauseMedia, true)
    let isLeft = false
    const timer = setTimeout(() => {
      isLeft = true
      setShown(target)
      setOpening(true)
    }, CLOSE_MS)
    return () => {
      document.removeEventListener('play', pauseMedia, true)
      clearTimeout(timer)
      if (!isLeft) for (const media of paused) media.play().catch(() => {})
    }
  }, [animated, target])

  useEffect(() => {
    if (animated) preload(target.pathname)
  }, [animated, target, preload])

  useEffect(() => {
    if (!opening) return undefined
    const timer = setTimeout(() => setOpening(false), reduced ? FADE_MS : ROUTE_MS - CLOSE_MS)
    return () => clearTimeout(timer)
  }, [opening, reduced])

  if (animated) return { shown, phase: 'closing' }
  return { shown: target, phase: opening ? 'opening' : 'none' }
}

/** Returns the media that it paused. */
function pauseAll(): HTMLMediaElement[] {
  const playing = [...document.querySelectorAll<HTMLMediaElement>('video, audio')].filter((media) => !media.paused)
  for (const media of playing) media.pause()
  return playing
}

/** For a clip that starts while the transition closes. */
function pauseMedia({ target }: Event): void {
  if (target instanceof HTMLMediaElement) target.pause()
}

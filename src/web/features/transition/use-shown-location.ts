import { useEffect, useLayoutEffect, useState } from 'react'
import { type Location, useLocation } from 'react-router'
import { useReducedMotion } from '#web/kit/use-media-query.ts'
import { CLOSE_MS, FADE_MS, needsTransition, type TransitionRoute, ROUTE_MS } from './transition.rules.ts'

/** none: no transition; closing: the old page is covered; opening: the new page is revealed. */
export type TransitionPhase = 'none' | 'closing' | 'opening'

export interface ShownLocation {
  /** The location that is rendered: the previous one while the transition closes. */
  shown: Location
  phase: TransitionPhase
}

/**
 * The location to render. The address changes at once; where SPEC 4 asks for the 1.4 s route transition, the rendered page follows behind it. Going back while
 * it closes (Esc, Back) restores the rendered location: the transition ends, and what played before plays on. With reduced motion the page follows at once, with a cross-fade.
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

  // Before the browser does anything else: nothing plays on, perhaps with sound, below the layer that covers the page.
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

/** Pauses what plays on the page, and returns it. */
function pauseAll(): HTMLMediaElement[] {
  const playing = [...document.querySelectorAll<HTMLMediaElement>('video, audio')].filter((media) => !media.paused)
  for (const media of playing) media.pause()
  return playing
}

/** Pauses a clip of the old page that starts while the transition closes. */
function pauseMedia({ target }: Event): void {
  if (target instanceof HTMLMediaElement) target.pause()
}

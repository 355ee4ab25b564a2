import { useEffect, useState, useSyncExternalStore } from 'react'
import { useReducedMotion } from '#web/kit/use-media-query.ts'
import { mayAdvance, SLIDE_MS, slideAfter } from './billboard.rules.ts'

/** The current slide and the automatic rotation. Starts paused with reduced motion. */
export function useSlides(count: number) {
  const [index, setIndex] = useState(0)
  const [choice, setChoice] = useState<'play' | 'pause' | undefined>(undefined)
  const [attended, setAttended] = useState(false)
  const reduced = useReducedMotion()
  const hidden = useSyncExternalStore(
    watchVisibility,
    () => document.hidden,
    () => false,
  )
  const paused = choice ? choice === 'pause' : reduced
  const moving = mayAdvance({ count, paused, attended, hidden })

  useEffect(() => {
    if (!moving) return undefined
    const timer = setTimeout(() => setIndex(slideAfter(index, 1, count)), SLIDE_MS)
    return () => clearTimeout(timer)
  }, [moving, index, count])

  return {
    index: Math.min(index, Math.max(0, count - 1)),
    paused,
    moving,
    show: setIndex,
    step: (by: number) => setIndex((at) => slideAfter(at, by, count)),
    togglePause: () => setChoice(paused ? 'play' : 'pause'),
    setAttended,
  }
}

function watchVisibility(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

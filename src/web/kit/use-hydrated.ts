import { startTransition, useEffect, useState } from 'react'
import { afterFirstPaint } from './idle.ts'

/** False in the prerender and while hydrating, true afterwards: for what depends on the browser or can wait. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return hydrated
}

/** True once the page has loaded and is idle: for images that are not needed at first. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    let gone = false
    afterFirstPaint(() => {
      if (!gone) startTransition(() => setSettled(true))
    })
    return () => {
      gone = true
    }
  }, [])
  return settled
}

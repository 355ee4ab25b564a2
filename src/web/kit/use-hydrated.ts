import { startTransition, useEffect, useState } from 'react'
import { afterFirstPaint } from './idle.ts'

/** False in the prerender and the first render over it, true afterwards: for what only a browser can know, or what can wait. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return hydrated
}

/** True once the page has loaded and is at rest: for pictures that will only be wanted later. */
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

import { useEffect, useState } from 'react'

/** DESIGN 6: a skeleton says after 8 s that it is still loading. */
const SLOW_MS = 8000

/** True once loading has taken longer than that. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])
  return slow
}

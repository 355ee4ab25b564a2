import { useEffect, useState } from 'react'

const TICK_MS = 250

export const secondsUntil = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1000))

/** Seconds until an instant (ms since 1970), updated every second; 0 when it has passed or is undefined. */
export function useCountdown(until: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (until === undefined) return undefined
    const tick = () => {
      const at = Date.now()
      setNow((was) => (secondsUntil(until, was) === secondsUntil(until, at) ? was : at))
      if (at >= until) clearInterval(timer)
    }
    const timer = setInterval(tick, TICK_MS)
    tick()
    return () => clearInterval(timer)
  }, [until])
  return until === undefined ? 0 : secondsUntil(until, now)
}

import { useState } from 'react'
import { deviceTime } from './server-clock.ts'
import { useCountdown } from './use-countdown.ts'

export function useLifetime(expiresAt: string): { left: number; lifetime: number } {
  const end = deviceTime(expiresAt)
  const left = useCountdown(end)
  const [lifetime] = useState(() => Math.max(1, (end - Date.now()) / 1000))
  return { left, lifetime }
}

import { useState } from 'react'
import { useCountdown } from './use-countdown.ts'

export function useLifetime(expiresAt: string): { left: number; lifetime: number } {
  const end = Date.parse(expiresAt)
  const left = useCountdown(end)
  const [lifetime] = useState(() => Math.max(1, (end - Date.now()) / 1000))
  return { left, lifetime }
}

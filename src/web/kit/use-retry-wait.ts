import { useCallback, useState } from 'react'
import type { Failure } from './envelope.ts'
import { useCountdown } from './use-countdown.ts'

export interface RetryWait {
  /** Seconds until the next call may be made; 0: now. */
  left: number
  start: (seconds: number) => void
  /** Starts the wait that a refusal names; false when it names none. */
  take: (failure: Failure) => boolean
  clear: () => void
  clearedBy: <F extends Changed>(field: F) => F
}

interface Changed {
  onChange: (value: string) => void
}

/** The wait that TOO_MANY_TRIES imposes, or that follows a code sent by SMS or e-mail. */
export function useRetryWait(): RetryWait {
  const [until, setUntil] = useState<number>()
  const left = useCountdown(until)
  const start = useCallback((seconds: number) => setUntil(Date.now() + seconds * 1000), [])
  const take = useCallback(
    ({ errorCode, retryAfter }: Failure) => {
      if (errorCode !== 'TOO_MANY_TRIES' || !retryAfter) return false
      start(retryAfter)
      return true
    },
    [start],
  )
  const clear = useCallback(() => setUntil(undefined), [])
  const clearedBy = <F extends Changed>(field: F): F => ({
    ...field,
    onChange: (value: string) => {
      clear()
      field.onChange(value)
    },
  })
  return { left, start, take, clear, clearedBy }
}

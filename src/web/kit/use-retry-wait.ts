import { useCallback, useState } from 'react'
import type { Failure } from './envelope.ts'
import { useCountdown } from './use-countdown.ts'

export interface RetryWait {
  /** Seconds until one may try again; 0: now. */
  left: number
  /** Begins the wait that a refusal names; false when it names none. */
  take: (failure: Failure) => boolean
  /** Something changed that the wait was about: another number. */
  clear: () => void
  /** The same field; a change of it ends the wait. */
  clearedBy: <F extends Changed>(field: F) => F
}

interface Changed {
  onChange: (value: string) => void
}

/** The wait that TOO_MANY_TRIES imposes. */
export function useRetryWait(): RetryWait {
  const [until, setUntil] = useState<number>()
  const left = useCountdown(until)
  const take = useCallback(({ errorCode, retryAfter }: Failure) => {
    if (errorCode !== 'TOO_MANY_TRIES' || !retryAfter) return false
    setUntil(Date.now() + retryAfter * 1000)
    return true
  }, [])
  const clear = useCallback(() => setUntil(undefined), [])
  const clearedBy = <F extends Changed>(field: F): F => ({
    ...field,
    onChange: (value: string) => {
      clear()
      field.onChange(value)
    },
  })
  return { left, take, clear, clearedBy }
}

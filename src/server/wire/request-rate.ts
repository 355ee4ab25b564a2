import { LRUCache } from 'lru-cache'
import { AppError } from '#contract/errors.ts'
import { addressKey } from '#server/kit/addresses.ts'
import type { Clock } from '#server/kit/clock.ts'
import { isLoopback } from './trusted-origin.ts'

/** Calls that one address may make at once, and the rate at which it may go on: a household behind one address never notices. */
export const FLOOD = { burst: 600, perSecond: 100 } as const
const ADDRESSES_MAX = 20_000

export interface FloodGate {
  /** Counts a call of an address. @throws AppError TOO_MANY_TRIES with `retryAfter` */
  pass(address: string): void
}

/**
 * A token bucket for each address. This machine is never counted: when a proxy that we were not told of stands before us,
 * everybody comes from here, and one flood would shut everybody out.
 */
export function createFloodGate(clock: Clock): FloodGate {
  const buckets = new LRUCache<string, { left: number; atMs: number }>({ max: ADDRESSES_MAX })
  return {
    pass(address) {
      if (isLoopback(address)) return
      const atMs = clock.now().epochMilliseconds
      const key = addressKey(address)
      const bucket = buckets.get(key)
      const regained = bucket ? (Math.max(0, atMs - bucket.atMs) / 1000) * FLOOD.perSecond : 0
      const left = Math.min(FLOOD.burst, (bucket?.left ?? FLOOD.burst) + regained)
      if (left < 1) throw new AppError('TOO_MANY_TRIES', { retryAfter: 1 })
      buckets.set(key, { left: left - 1, atMs })
    },
  }
}

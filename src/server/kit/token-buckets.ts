import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'
import type { Share } from './fairness.ts'

/** What one client may use at once, and the rate at which it regains it. `factor` multiplies both. */
export interface BucketRate {
  readonly burst: number
  readonly perSecond: number
}

export interface TokenBuckets {
  /** Takes from every bucket, or from none. @returns the seconds to wait; 0 when it was taken */
  take(keys: readonly Share[], cost?: number): number
}

/** Rate limits of this process. The least recently used client is forgotten beyond `max`. */
export function createTokenBuckets(clock: Clock, { burst, perSecond }: BucketRate, max = 60_000): TokenBuckets {
  const buckets = new LRUCache<string, { left: number; atMs: number }>({ max })
  return {
    take(keys, cost = 1) {
      const atMs = clock.now().epochMilliseconds
      const charges = keys.map(({ key, factor = 1 }) => ({ key, factor, left: leftOf(key, factor, atMs) }))
      const waits = charges.map(({ left, factor }) => (left < cost ? (cost - left) / (perSecond * factor) : 0))
      const wait = Math.max(0, ...waits)
      if (wait === 0) for (const { key, left } of charges) buckets.set(key, { left: left - cost, atMs })
      return Math.ceil(wait)
    },
  }

  function leftOf(key: string, factor: number, atMs: number): number {
    const bucket = buckets.get(key)
    if (!bucket) return burst * factor
    const regained = (Math.max(0, atMs - bucket.atMs) / 1000) * perSecond * factor
    return Math.min(burst * factor, bucket.left + regained)
  }
}

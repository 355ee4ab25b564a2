import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'
import type { Share } from './fairness.ts'

export interface BucketRate {
  readonly burst: number
  readonly perSecond: number
}

/**
 * The part of one of several processes, where a balancer gives a client's requests to any of them. `least`: what the dearest call takes at
 * once.
 */
export const partOf = ({ burst, perSecond }: BucketRate, processes: number, least = 1): BucketRate => ({
  burst: Math.max(least, burst / processes),
  perSecond: perSecond / processes,
})

export interface TokenBuckets {
  /** From every bucket or none. @returns the seconds to wait; 0 when taken */
  take(keys: readonly Share[], cost?: number): number
}

/** Of this process. Beyond `max` the least recently used client is dropped. */
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

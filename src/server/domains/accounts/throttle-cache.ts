import { LRUCache } from 'lru-cache'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import { throttleId, type ThrottleKey } from './throttles.repo.ts'

/** Lifetime of a cached refusal: repeated attempts cost the database little. */
const CACHED_MS = 1_000
const CACHED_MAX = 10_000

/** When a key was refused, and when an attempt is allowed again. */
type Refusal = { atMs: number; untilMs: number }

/** Caches the recent refusals of this process. */
export function createRefusalCache(clock: Clock) {
  const refusals = new LRUCache<string, Refusal>({ max: CACHED_MAX })
  return {
    /** @throws TOO_MANY_TRIES for recently refused keys */
    check(keys: readonly ThrottleKey[]): void {
      const nowMs = clock.now().epochMilliseconds
      const waits = keys.flatMap((key) => {
        const refusal = refusals.get(throttleId(key))
        const isCurrent =
          refusal && nowMs >= refusal.atMs && nowMs < Math.min(refusal.untilMs, refusal.atMs + CACHED_MS)
        return isCurrent ? [Math.ceil((refusal.untilMs - nowMs) / 1000)] : []
      })
      if (waits.length > 0) throw new AppError('TOO_MANY_TRIES', { retryAfter: Math.max(...waits) })
    },

    remember(key: ThrottleKey, refusal: Refusal): void {
      refusals.set(throttleId(key), refusal)
    },

    forget: (key: ThrottleKey): void => void refusals.delete(throttleId(key)),
  }
}

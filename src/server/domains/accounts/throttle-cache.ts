import { LRUCache } from 'lru-cache'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import { nameOf, type ThrottleKey } from './throttles.repo.ts'

/** A refusal is given again from memory for so long, so that whoever tries on and on costs the database little. */
const REMEMBERED_MS = 1_000
const REMEMBERED_MAX = 10_000

/** When a key was full, and when a try would pass. */
type Refused = { atMs: number; untilMs: number }

/** What this process refused a moment ago. */
export function createThrottleMemory(clock: Clock) {
  const full = new LRUCache<string, Refused>({ max: REMEMBERED_MAX })
  return {
    /** @throws TOO_MANY_TRIES for keys that were full a moment ago */
    refuse(keys: readonly ThrottleKey[]): void {
      const nowMs = clock.now().epochMilliseconds
      const waits = keys.flatMap((one) => {
        const known = full.get(nameOf(one))
        const holds = known && nowMs >= known.atMs && nowMs < Math.min(known.untilMs, known.atMs + REMEMBERED_MS)
        return holds ? [Math.ceil((known.untilMs - nowMs) / 1000)] : []
      })
      if (waits.length > 0) throw new AppError('TOO_MANY_TRIES', { retryAfter: Math.max(...waits) })
    },

    remember(one: ThrottleKey, refused: Refused): void {
      full.set(nameOf(one), refused)
    },

    forget: (one: ThrottleKey): void => void full.delete(nameOf(one)),
  }
}

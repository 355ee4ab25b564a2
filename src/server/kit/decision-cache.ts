import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'

/** Decisions valid for a few seconds; concurrent requests share one. */
export interface DecisionCache<T> {
  get(key: string, decide: () => Promise<T>): Promise<T>
  clear(): void
}

export interface DecisionCacheOptions<T> {
  readonly seconds: number
  readonly max: number
  readonly keeps?: (decision: T) => boolean | Temporal.Instant
}

/** A failure is never kept. */
export function createDecisionCache<T>(
  clock: Clock,
  { seconds, max, keeps = () => true }: DecisionCacheOptions<T>,
): DecisionCache<T> {
  const entries = new LRUCache<string, { decision: Promise<T>; until: number }>({ max })
  return {
    get(key, decide) {
      const now = clock.now().epochMilliseconds
      const known = entries.get(key)
      // A clock set back must not extend the lifetime.
      if (known && now < known.until && known.until - now <= seconds * 1000) return known.decision
      const decision = decide()
      const entry = { decision, until: now + seconds * 1000 }
      entries.set(key, entry)
      const drop = () => {
        if (entries.get(key) === entry) entries.delete(key)
      }
      decision.then((made) => {
        const kept = keeps(made)
        if (kept === false) drop()
        else if (kept !== true) entry.until = Math.min(entry.until, kept.epochMilliseconds)
      }, drop)
      return decision
    },
    clear: () => entries.clear(),
  }
}

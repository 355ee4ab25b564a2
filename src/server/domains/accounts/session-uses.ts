import { LRUCache } from 'lru-cache'

/** Maximum cached sessions. */
const REMEMBERED_MAX = 20_000

/**
 * Caches when each session's last use was recorded. The instant only moves forward, so the cached one is never later than the
 * database's. If it is recent enough, no write is needed.
 */
export function createSessionUseCache() {
  const recorded = new LRUCache<string, number>({ max: REMEMBERED_MAX })
  const keyOf = (tokenHash: Buffer) => tokenHash.toString('latin1')
  return {
    /** True if a use after this instant is known to be recorded. */
    isRecordedSince(tokenHash: Buffer, epochMilliseconds: number): boolean {
      return (recorded.get(keyOf(tokenHash)) ?? -Infinity) > epochMilliseconds
    },

    record(tokenHash: Buffer, at: Temporal.Instant): void {
      recorded.set(keyOf(tokenHash), at.epochMilliseconds)
    },
  }
}

import { LRUCache } from 'lru-cache'

/** Sessions whose last use this process remembers. */
const REMEMBERED_MAX = 20_000

/**
 * When each session was last recorded as used, as far as this process knows. The instant only moves forward, so the remembered one is never later than
 * the database's: where it is recent enough, nothing has to be written.
 */
export function createSessionUses() {
  const recorded = new LRUCache<string, number>({ max: REMEMBERED_MAX })
  const keyOf = (tokenHash: Buffer) => tokenHash.toString('latin1')
  return {
    /** Whether a use after this instant is known to be recorded. */
    isNotedSince(tokenHash: Buffer, instant: Temporal.Instant): boolean {
      return (recorded.get(keyOf(tokenHash)) ?? -Infinity) > instant.epochMilliseconds
    },

    note(tokenHash: Buffer, at: Temporal.Instant): void {
      recorded.set(keyOf(tokenHash), at.epochMilliseconds)
    },
  }
}

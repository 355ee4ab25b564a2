/** Sessions whose last use this process remembers; the one that was noted first is forgotten first. */
const REMEMBERED_MAX = 20_000

/**
 * When sessions were last written down as used, as far as this process knows. Such an instant only ever moves on, so what is remembered is never later than
 * what the database has: where it is recent enough, nothing has to be written.
 */
export function createSessionUses() {
  const noted = new Map<string, number>()
  const keyOf = (tokenHash: Buffer) => tokenHash.toString('latin1')
  return {
    /** A use after this instant is known to be written down. */
    isNotedSince(tokenHash: Buffer, instant: Temporal.Instant): boolean {
      return (noted.get(keyOf(tokenHash)) ?? -Infinity) > instant.epochMilliseconds
    },

    note(tokenHash: Buffer, at: Temporal.Instant): void {
      const key = keyOf(tokenHash)
      noted.delete(key)
      noted.set(key, at.epochMilliseconds)
      if (noted.size > REMEMBERED_MAX) noted.delete(noted.keys().next().value ?? key)
    },
  }
}

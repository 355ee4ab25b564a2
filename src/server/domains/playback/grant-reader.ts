import type { Clock } from '#server/kit/clock.ts'
import { isLive, readGrant, type Grant } from './grants.rules.ts'

/** Some hundred viewers' streams; each asks for a segment every two seconds under the same grant. */
const REMEMBERED_MAX = 2_000

/** Reads grants, remembering those it has verified. Answers null for one that is not ours or is over. */
export function createGrantReader(key: Uint8Array, clock: Clock): (text: string) => Grant | null {
  const verified = new Map<string, Grant>()
  return (text) => {
    const known = verified.get(text)
    const grant = known ?? readGrant(key, text)
    if (!grant) return null
    if (!isLive(grant, clock.now())) {
      verified.delete(text)
      return null
    }
    remember(text, grant)
    return grant
  }

  /** The one used last stands last, so that the first is the one to go. */
  function remember(text: string, grant: Grant): void {
    verified.delete(text)
    verified.set(text, grant)
    if (verified.size <= REMEMBERED_MAX) return
    const [oldest] = verified.keys()
    if (oldest !== undefined) verified.delete(oldest)
  }
}

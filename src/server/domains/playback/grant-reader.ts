import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/kit/clock.ts'
import { isLive, readGrant, type Grant } from './grants.rules.ts'

/** The streams of some hundred viewers; each requests a segment every two seconds under the same grant. */
const VERIFIED_MAX = 2_000

/** Reads grants and caches those it has verified. Returns null for a grant that is forged or expired. */
export function createGrantReader(key: Uint8Array, clock: Clock): (text: string) => Grant | null {
  const verified = new LRUCache<string, Grant>({ max: VERIFIED_MAX })
  return (text) => {
    const known = verified.get(text)
    const grant = known ?? readGrant(key, text)
    if (!grant) return null
    if (!isLive(grant, clock.nowMs())) {
      verified.delete(text)
      return null
    }
    if (!known) verified.set(text, grant)
    return grant
  }
}

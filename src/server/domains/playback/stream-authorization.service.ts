import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type AccountFacts, OWNS_NOTHING } from '#server/domains/access/index.ts'
import { createDecisionCache } from '#server/kit/decision-cache.ts'
import type { DeliveryPath } from './delivery.rules.ts'
import { requiresSlot, type Grant, isLive, readGrant } from './grants.rules.ts'
import { assetFor, decidePlayback, holderOf, rightEnd } from './orders.rules.ts'
import type {
  PlaybackAccess,
  PlaybackMedia,
  PlaybackSeats,
  PlaybackSessions,
  PlaybackTitles,
  StreamSlots,
} from './ports.ts'
import { LRUCache } from 'lru-cache'

/** TTL of a positive decision, unless the catalogue changes. Denials are not cached, so that a purchase takes effect at once. */
const ACCESS_SECONDS = 5
const ACCESS_MAX = 20_000

export type StreamAuthorizationDeps = {
  clock: Clock
  key: Uint8Array
  access: PlaybackAccess
  titles: PlaybackTitles
  media: PlaybackMedia
  sessions: PlaybackSessions
  seats?: PlaybackSeats
  streams: StreamSlots
}

/** Authorizes every request for a file of a stream. */
export function createStreamAuthorization(deps: StreamAuthorizationDeps) {
  const { clock, key, titles, media, sessions, streams } = deps
  const holders = createHolders(deps)
  const readSigned = createGrantReader(key, clock)
  const limits = { seconds: ACCESS_SECONDS, max: ACCESS_MAX }
  const decisions = createDecisionCache<boolean | Temporal.Instant>(clock, { ...limits, keeps: (mayPlay) => mayPlay })
  const previews = createDecisionCache<string | undefined>(clock, limits)
  return { hasGrant, admit, contentKey, isPublicPreview, clearDecisions }

  /** Whether the grant of a path is genuine, still open, and of this asset: all that a segment requires. */
  function hasGrant(path: DeliveryPath): boolean {
    return grantOf(path) !== undefined
  }

  function grantOf({ grant, assetId }: DeliveryPath): Grant | undefined {
    const signed = readSigned(grant)
    return signed?.assetId === assetId ? signed : undefined
  }

  /**
   * Authorizes a request for a file of a stream. Segments require a valid grant for the asset. Playlists and the key also check
   * access, so that a withdrawn title stops within seconds, and session, profile and the account's streams, which take effect at once.
   * @throws GRANT_REFUSED
   */
  async function admit(path: DeliveryPath, region: string): Promise<void> {
    const grant = grantOf(path)
    if (!grant) throw new AppError('GRANT_REFUSED')
    if (path.guard === 'signed') return
    await holders.requireSeat(grant)
    const [isEntitled, isUnlockOver] = await Promise.all([stillMayPlay(grant, region), requireUsableSession(grant)])
    if (!isEntitled) throw new AppError('GRANT_REFUSED')
    if (isUnlockOver && !(await stillMayPlay({ ...grant, unlocked: false }, region)))
      throw new AppError('GRANT_REFUSED')
    if (!(await holdsSlot(grant))) throw new AppError('GRANT_REFUSED')
  }

  /** Whether a member's stream was not stopped and has its slot. Trailers and openings take none. */
  async function holdsSlot(grant: Grant): Promise<boolean> {
    const { accountId, sessionId, profileId, programId, programGuid, kind } = grant
    if (kind !== 'movie' || accountId === null || sessionId === null) return true
    const video = { programId, programGuid }
    return streams.admits({ accountId, sessionId, profileId }, video, requiresSlot(grant, clock.now()))
  }

  /**
   * Checks session and profile of a member's grant. Not cached, since a playback needs only a few of these checks.
   * @returns true when the account's unlocks were ended since the grant was given
   */
  async function requireUsableSession({ sessionId, profileId, kids, parentalVersion }: Grant): Promise<boolean> {
    if (sessionId === null) return false
    const session = await sessions.findLive({ sessionId, profileId, kids })
    if (!session) throw new AppError('GRANT_REFUSED')
    return session.parentalVersion !== parentalVersion
  }

  /** True if the holder of a grant still has access. The cache key contains everything that the decision depends on. */
  async function stillMayPlay(grant: Grant, region: string): Promise<boolean> {
    return (await mayPlay(grant, region)) !== false
  }

  /** False, true, or until when: a cached decision does not outlive the right. */
  function mayPlay(grant: Grant, region: string): Promise<boolean | Temporal.Instant> {
    const { assetId, programId, programGuid, kind, accountId, sessionId, kids, unlocked, seat } = grant
    const holder = [accountId, sessionId !== null, kids, unlocked, seat?.[0]]
    const key = JSON.stringify([...holder, assetId, programGuid, kind, region])
    return decisions.get(key, async () => {
      const now = clock.now()
      const [title, account] = await Promise.all([
        titles.playable({ programId, programGuid }, { region, now }),
        holders.factsOf(grant),
      ])
      // A title that was ingested again has another asset, which the player gets with its next order.
      if (!title || assetFor(title, kind)?.assetId !== assetId) return false
      const decision = decidePlayback(holderOf(grant, account), { title, kind }, now)
      return decision.access === 'play' && (rightEnd(title, decision) ?? true)
    })
  }

  /** The content key of an asset, for an authorized request. @throws NOT_FOUND */
  async function contentKey(assetId: string): Promise<Uint8Array> {
    const bytes = await media.contentKey(assetId)
    if (!bytes) throw new AppError('NOT_FOUND')
    return bytes
  }

  /** True for the preview of a published title whose class allows public previews. */
  async function isPublicPreview({ assetId, key: wanted }: { assetId: string; key: string }): Promise<boolean> {
    return (await previews.get(assetId, () => titles.publicPreview(assetId))) === wanted
  }

  /** Clears all cached decisions after a change of the catalogue. */
  function clearDecisions(): void {
    decisions.clear()
    previews.clear()
  }
}

/** Whose grants they are: members, visitors, and guests of private screenings. */
function createHolders({ access, seats }: Pick<StreamAuthorizationDeps, 'access' | 'seats'>) {
  return { requireSeat, factsOf }

  /** A guest's seat plays its newest order only, and nothing once it was taken back. Not cached, as sessions are not. */
  async function requireSeat({ seat }: Grant): Promise<void> {
    if (seat === null) return
    const [seatId, plays] = seat
    const found = await seats?.findFact(seatId)
    if (found?.plays !== plays) throw new AppError('GRANT_REFUSED')
  }

  /** What a guest's seat opens, or what the holder's account owns. */
  async function factsOf({ seat, accountId }: Grant): Promise<AccountFacts> {
    if (seat === null) return access.accountFacts(accountId)
    const found = await seats?.findFact(seat[0])
    return { ...OWNS_NOTHING, screenings: found ? [found.screening] : [] }
  }
}

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

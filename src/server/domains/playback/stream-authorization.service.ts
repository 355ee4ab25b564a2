import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type AccountFacts, OWNS_NOTHING } from '#server/domains/access/index.ts'
import { createDecisionCache } from '#server/kit/decision-cache.ts'
import { createMirroredSet } from '#server/kit/mirrored-set.ts'
import type { DeliveryPath } from './delivery.rules.ts'
import { requiresStreamSlot, type Grant, isLive, readGrant } from './grants.rules.ts'
import { assetFor, decidePlayback, holderOf, rightEnd } from './authorize.rules.ts'
import type { PlaybackDeps } from './ports.ts'
import { LRUCache } from 'lru-cache'

/** TTL of positive decisions. Denials are not cached: a purchase takes effect at once. */
const ACCESS_SECONDS = 5
const ACCESS_MAX = 20_000

/** A stream that runs goes on with the edition that it began with. */
type Edition = 'its edition' | 'any edition'

export function createStreamAuthorization(deps: PlaybackDeps) {
  const { clock, key, titles, media, sessions, streams } = deps
  const holders = createHolders(deps)
  const grants: GrantReading = { key, clock, verified: new LRUCache({ max: VERIFIED_MAX }) }
  const limits = { seconds: ACCESS_SECONDS, max: ACCESS_MAX }
  const decisions = createDecisionCache<boolean | Temporal.Instant>(clock, { ...limits, keeps: (mayPlay) => mayPlay })
  const previews = createDecisionCache<string | undefined>(clock, limits)
  const narrowed = createMirroredSet(() => titles.narrowed())
  return {
    hasGrant,
    admit,
    watching,
    mayPlayLocked,
    contentKey,
    isPublicPreview,
    visitorStream,
    /** Fewer may watch the title than before, or none: whether its grants still hold, Harbour decides. */
    isNarrowed: narrowed.has,
    clearDecisions,
  }

  /** False also for a title that fewer may watch than before: `admit` decides. */
  function hasGrant(path: DeliveryPath): boolean {
    const grant = grantOf(path)
    return grant !== undefined && narrowed.hasLoaded(grant.programId) === false
  }

  function grantOf({ grant, assetId }: DeliveryPath): Grant | undefined {
    const signed = readLiveGrant(grants, grant)
    return signed?.assetId === assetId ? signed : undefined
  }

  /**
   * Playlists and keys also check session, profile and streams (uncached) and access; segments of a title that fewer may watch than
   * before check its access. @throws GRANT_REFUSED
   */
  async function admit(path: DeliveryPath, region: string): Promise<void> {
    const grant = grantOf(path)
    if (!grant) throw new AppError('GRANT_REFUSED')
    if (path.guard === 'signed') {
      if ((await narrowed.has(grant.programId)) && !(await stillMayPlay(grant, region, 'any edition')))
        throw new AppError('GRANT_REFUSED')
      return
    }
    await holders.requireSeat(grant)
    const [isEntitled, isUnlockOver] = await Promise.all([stillMayPlay(grant, region), requireUsableSession(grant)])
    if (!isEntitled) throw new AppError('GRANT_REFUSED')
    if (isUnlockOver && !(await stillMayPlay({ ...grant, unlocked: false }, region)))
      throw new AppError('GRANT_REFUSED')
    if (!(await holdsStreamSlot(grant))) throw new AppError('GRANT_REFUSED')
  }

  /** The stream whose player reports. Reads no session. @throws GRANT_REFUSED */
  async function watching(text: string, region: string): Promise<Grant> {
    const grant = readLiveGrant(grants, text)
    if (!grant) throw new AppError('GRANT_REFUSED')
    await holders.requireSeat(grant)
    if ((await narrowed.has(grant.programId)) && !(await stillMayPlay(grant, region, 'any edition')))
      throw new AppError('GRANT_REFUSED')
    return grant
  }

  /** Whether a stream may go on once the account's unlocks were ended. */
  function mayPlayLocked(grant: Grant, region: string): Promise<boolean> {
    return stillMayPlay({ ...grant, unlocked: false }, region, 'any edition')
  }

  /** Trailers and openings take no slot. */
  async function holdsStreamSlot(grant: Grant): Promise<boolean> {
    const { accountId, sessionId, profileId, programId, programGuid, kind } = grant
    if (kind !== 'movie' || accountId === null || sessionId === null) return true
    const video = { programId, programGuid }
    return streams.admits({ accountId, sessionId, profileId }, video, requiresStreamSlot(grant, clock.now()))
  }

  /** @returns true when the account's unlocks were ended since the grant was given */
  async function requireUsableSession({ sessionId, profileId, kids, parentalVersion }: Grant): Promise<boolean> {
    if (sessionId === null) return false
    const session = await sessions.findLive({ sessionId, profileId, kids })
    if (!session) throw new AppError('GRANT_REFUSED')
    return session.parentalVersion !== parentalVersion
  }

  async function stillMayPlay(grant: Grant, region: string, edition: Edition = 'its edition'): Promise<boolean> {
    return (await mayPlay(grant, region, edition)) !== false
  }

  /** A cached decision does not outlive the right. */
  function mayPlay(grant: Grant, region: string, edition: Edition): Promise<boolean | Temporal.Instant> {
    const { assetId, programId, programGuid, kind, accountId, sessionId, kids, unlocked, seat } = grant
    const holder = [accountId, sessionId !== null, kids, unlocked, seat?.[0]]
    const key = JSON.stringify([...holder, edition, assetId, programGuid, kind, region])
    return decisions.get(key, async () => {
      const now = clock.now()
      const [title, account] = await Promise.all([
        titles.playable({ programId, programGuid }, { region, now }),
        holders.factsOf(grant),
      ])
      // A re-encoded title has another asset, which the next grant names.
      if (!title || (edition === 'its edition' && assetFor(title, kind)?.assetId !== assetId)) return false
      const decision = decidePlayback(holderOf(grant, account), { title, kind }, now)
      return decision.access === 'play' && (rightEnd(title, decision) ?? true)
    })
  }

  /** Of a visitor's grant to a film; undefined for any other text. */
  function visitorStream(text: string): { programId: string; expiresAt: Temporal.Instant } | undefined {
    const grant = readLiveGrant(grants, text)
    if (grant?.kind !== 'movie' || grant.accountId !== null || grant.seat !== null) return undefined
    return {
      programId: grant.programId,
      expiresAt: Temporal.Instant.fromEpochMilliseconds(grant.expiresAt * 1000),
    }
  }

  async function contentKey(assetId: string): Promise<Uint8Array> {
    const bytes = await media.contentKey(assetId)
    if (!bytes) throw new AppError('NOT_FOUND')
    return bytes
  }

  async function isPublicPreview({ assetId, key: wanted }: { assetId: string; key: string }): Promise<boolean> {
    return (await previews.get(assetId, () => titles.publicPreview(assetId))) === wanted
  }

  function clearDecisions(): void {
    decisions.clear()
    previews.clear()
    narrowed.clear()
  }
}

function createHolders({ access, seats }: Pick<PlaybackDeps, 'access' | 'seats'>) {
  return { requireSeat, factsOf }

  /** Not cached: a newer play or a revocation ends the grant. */
  async function requireSeat({ seat }: Grant): Promise<void> {
    if (seat === null) return
    const [seatId, plays] = seat
    const found = await seats?.findFact(seatId)
    if (found?.plays !== plays) throw new AppError('GRANT_REFUSED')
  }

  async function factsOf({ seat, accountId }: Grant): Promise<AccountFacts> {
    if (seat === null) return access.accountFacts(accountId)
    const found = await seats?.findFact(seat[0])
    return { ...OWNS_NOTHING, screenings: found ? [found.screening] : [] }
  }
}

/** Some hundred viewers, each with a segment every two seconds. */
const VERIFIED_MAX = 2_000

type GrantReading = { key: Uint8Array; clock: Clock; verified: LRUCache<string, Grant> }

/** Caches verified grants. Null for a forged or expired one. */
export function readLiveGrant({ key, clock, verified }: GrantReading, text: string): Grant | null {
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

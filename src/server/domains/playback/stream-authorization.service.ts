import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { DeliveryPath } from './delivery.rules.ts'
import { createGrantReader } from './grant-reader.ts'
import type { Grant } from './grants.rules.ts'
import { assetFor, decidePlayback, holderOf } from './orders.rules.ts'
import type { PlaybackAccess, PlaybackMedia, PlaybackSessions, PlaybackTitles } from './ports.ts'
import { createDecisionCache } from './decision-cache.ts'

/** A positive decision is kept for this long, or until the catalogue changes. A denial is never kept: what was bought a moment ago plays. */
const ACCESS_SECONDS = 5
const ACCESS_MAX = 20_000

export type StreamAuthorizationDeps = {
  clock: Clock
  key: Uint8Array
  access: PlaybackAccess
  titles: PlaybackTitles
  media: PlaybackMedia
  sessions: PlaybackSessions
}

/** Decides about every request for a file of a stream. */
export function createStreamAuthorization({ clock, key, access, titles, media, sessions }: StreamAuthorizationDeps) {
  const readSigned = createGrantReader(key, clock)
  const limits = { seconds: ACCESS_SECONDS, max: ACCESS_MAX }
  const decisions = createDecisionCache<boolean>(clock, { ...limits, keeps: (mayPlay) => mayPlay })
  const previews = createDecisionCache<string | undefined>(clock, limits)
  return { admit, contentKey, isPublicPreview, forget }

  /**
   * Lets a request for a file of a stream in. Segments need a grant of ours that is alive and of this asset; playlists and the
   * key ask access again, so that what was withdrawn stops within seconds, and session and profile, which end at once.
   * @throws GRANT_REFUSED
   */
  async function admit(path: DeliveryPath, region: string): Promise<void> {
    const grant = readSigned(path.grant)
    if (!grant || grant.assetId !== path.assetId) throw new AppError('GRANT_REFUSED')
    if (path.guard === 'signed') return
    const [mayPlay] = await Promise.all([stillMayPlay(grant, region), requireHolder(grant)])
    if (!mayPlay) throw new AppError('GRANT_REFUSED')
  }

  /** A member's grant goes with its session, and with the profile that was chosen. A film asks for a handful of these: none is remembered. */
  async function requireHolder({ sessionId, profileId, kids }: Grant): Promise<void> {
    if (sessionId === null || (await sessions.isLive({ sessionId, profileId, kids }))) return
    throw new AppError('GRANT_REFUSED')
  }

  /** Whether the holder of a grant may still play. The key holds all that decides, the account included. */
  function stillMayPlay(grant: Grant, region: string): Promise<boolean> {
    const { assetId, programId, programGuid, kind, accountId, sessionId, kids, unlocked } = grant
    const key = JSON.stringify([accountId, sessionId !== null, kids, unlocked, assetId, programGuid, kind, region])
    return decisions.get(key, async () => {
      const now = clock.now()
      const [title, account] = await Promise.all([
        titles.playable({ programId, programGuid }, { region, now }),
        access.accountFacts(accountId),
      ])
      // A film that was ingested again has another asset: the player's next order finds it.
      if (!title || assetFor(title, kind)?.assetId !== assetId) return false
      return decidePlayback(holderOf(grant, account), { title, kind }, now).access === 'play'
    })
  }

  /** The key of an asset, for a request that was admitted. @throws NOT_FOUND */
  async function contentKey(assetId: string): Promise<Uint8Array> {
    const bytes = await media.contentKey(assetId)
    if (!bytes) throw new AppError('NOT_FOUND')
    return bytes
  }

  /** Whether anyone may fetch this preview: it is the one of a published title whose class allows it. */
  async function isPublicPreview({ assetId, key: wanted }: { assetId: string; key: string }): Promise<boolean> {
    return (await previews.get(assetId, () => titles.publicPreview(assetId))) === wanted
  }

  /** The catalogue has changed: every decision is asked again. */
  function forget(): void {
    decisions.forget()
    previews.forget()
  }
}

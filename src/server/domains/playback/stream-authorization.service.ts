import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { DeliveryPath } from './delivery.rules.ts'
import { createGrantReader } from './grant-reader.ts'
import type { Grant } from './grants.rules.ts'
import { assetFor, decidePlayback, holderOf } from './orders.rules.ts'
import type { PlaybackMedia, PlaybackSessions, PlaybackTitles } from './ports.ts'
import { createRecent } from './decision-cache.ts'

/** A decision of access stands for this long, or until the catalogue says that it has changed; so does what a session is. */
const ACCESS_SECONDS = 5
const ACCESS_MAX = 20_000

export type StreamAuthorizationDeps = {
  clock: Clock
  key: Uint8Array
  titles: PlaybackTitles
  media: PlaybackMedia
  sessions: PlaybackSessions
}

/** What is asked of every request for a file of a stream. */
export function createStreamAuthorization({ clock, key, titles, media, sessions }: StreamAuthorizationDeps) {
  const readSigned = createGrantReader(key, clock)
  const decisions = createRecent<boolean>(clock, { seconds: ACCESS_SECONDS, max: ACCESS_MAX })
  const previews = createRecent<string | undefined>(clock, { seconds: ACCESS_SECONDS, max: ACCESS_MAX })
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

  function stillMayPlay(grant: Grant, region: string): Promise<boolean> {
    const holder = holderOf(grant)
    const { assetId, programId, programGuid, kind } = grant
    return decisions.get(JSON.stringify([assetId, programGuid, kind, holder, region]), async () => {
      const title = await titles.playable({ programId, programGuid }, { region, now: clock.now() })
      // A film that was brought in anew has another asset: the player's next order finds it.
      if (!title || assetFor(title, kind)?.assetId !== assetId) return false
      return decidePlayback(holder, title, kind).access === 'play'
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

import { OWNS_NOTHING } from '#server/domains/access/index.ts'
import type { Playback, PlaybackTitle, StreamSlots } from '#server/domains/playback/index.ts'
import type { Db } from '#server/kit/db.ts'
import type { Viewer } from '#server/domains/viewer.ts'

/** For playback without accounts: nobody owns anything. */
export const withoutPurchases = { accountFacts: async () => OWNS_NOTHING }

/** For playback without a database: every stream has a slot. */
export const unlimitedStreams: StreamSlots = {
  begin: async () => ({ outcome: 'acquired' }),
  resume: async () => ({ outcome: 'acquired' }),
  admits: async () => true,
}

/** A title that everybody may play, but for its assets. */
export const playableTitle: Omit<PlaybackTitle, 'assets'> = {
  programId: 'neon',
  programGuid: 'neon',
  restriction: 'IIA',
  vodTypes: ['FREE TO WATCH'],
  credits: 0,
  kids: false,
  isLicensedInRegion: true,
  isWindowOpen: true,
  windowEndsAt: null,
}

/** Requests a film that plays. @returns where it plays */
export async function playableUrl(playback: Playback, viewer: Viewer, programId: string): Promise<string> {
  const answer = await playback.authorization.authorize(viewer, { programId, kind: 'movie' })
  if (answer.outcome !== 'playable') throw new Error(`${programId} has to be bought`)
  return answer.redirectURL
}

/** Adds a running stream of a session. */
export const addStream = (
  db: Db,
  {
    streamId,
    accountId,
    sessionId,
    at,
  }: { streamId: string; accountId: string; sessionId: string; at: Temporal.Instant },
) =>
  db
    .insertInto('playback_stream')
    .values({
      stream_id: streamId,
      account_id: accountId,
      session_id: sessionId,
      profile_id: null,
      program_id: streamId,
      program_guid: streamId,
      started_at: at,
      last_seen_at: at,
      ended_at: null,
    })
    .execute()

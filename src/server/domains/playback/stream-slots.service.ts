import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { AppError } from '#contract/errors.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { DevicesOfSessions, PlaybackAccess, StreamHolder, StreamSlotResult, StreamVideo } from './ports.ts'
import type { AccountStreams } from './account-streams.ts'
import {
  beginStream,
  findLiveStreams,
  findStream,
  lapseStream,
  lockStreams,
  type StreamKey,
  touchStream,
} from './streams.repo.ts'
import { lapsedBefore, leftAt, orderedAt, type StreamLimits, streamsAllowed, streamState } from './streams.rules.ts'

export type StreamSlotsDeps = {
  db: Kysely<Database>
  /** For the statement of each playlist and key (`DbHandle.reads`). */
  reads: Kysely<Database>
  clock: Clock
  access: PlaybackAccess
  devices: DevicesOfSessions
  limits: StreamLimits
  accountStreams: AccountStreams
}

const ACQUIRED: StreamSlotResult = { outcome: 'acquired' }
/** Watch progress is looked at as a sign of life at most this often for each stream. */
const PROGRESS_SECONDS = 20
const PROGRESS_MAX = 20_000

/** The slots that streams take among those of their account. */
export function createStreamSlots({ db, reads, clock, access, devices, limits, accountStreams }: StreamSlotsDeps) {
  const progressSeen = new LRUCache<string, number>({ max: PROGRESS_MAX })
  return { begin, resume, keep, leave, admits, seen }

  /** Takes a slot for an order: it is free again after 20 seconds, unless the playlist is fetched. */
  function begin(holder: StreamHolder, video: StreamVideo): Promise<StreamSlotResult> {
    return take(holder, video, orderedAt)
  }

  /** Takes a slot for a session that plays a video; it keeps the slot that it has. */
  async function take(holder: StreamHolder, video: StreamVideo, signOf: SignOfLife): Promise<StreamSlotResult> {
    if (await touch(keyOf(holder, video), signOf)) return ACQUIRED
    const { accountId, profileId = null } = holder
    // Before the transaction, which must not wait for another connection while it holds one.
    const [account, signedIn] = await Promise.all([access.accountFacts(accountId), devices.devices(holder)])
    const full = await db.transaction().execute(async (tx) => {
      await lockStreams(tx, accountId)
      const at = clock.now()
      const running = await findLiveStreams(tx, { accountId, after: lapsedBefore(at) })
      const others = accountStreams.ofDevices(running, signedIn).filter((one) => !isSame(one, keyOf(holder, video)))
      if (others.length >= streamsAllowed(account, limits, at)) return others
      const { programId } = video
      const stream = { ...keyOf(holder, video), streamId: newId(), accountId, profileId, programId }
      await beginStream(tx, { ...stream, at, lastSeenAt: signOf(at) })
      return null
    })
    return full === null ? ACQUIRED : { outcome: 'full', streams: await accountStreams.named(holder, full, signedIn) }
  }

  /** Takes the slot of a running stream again. @throws STREAM_ENDED when it was stopped from another device */
  async function resume(holder: StreamHolder, video: StreamVideo): Promise<StreamSlotResult> {
    const state = streamState(await findStream(db, keyOf(holder, video)), clock.now())
    if (state === 'ended') throw new AppError('STREAM_ENDED')
    return take(holder, video, now)
  }

  /** The player's report that it plays. @throws STREAM_ENDED */
  async function keep(viewer: MemberViewer, video: StreamVideo): Promise<StreamSlotResult> {
    return (await touch(keyOf(viewer, video))) ? ACQUIRED : resume(viewer, video)
  }

  /** The player was left: its slot is free. */
  function leave(viewer: MemberViewer, video: StreamVideo): Promise<void> {
    return lapseStream(db, { ...keyOf(viewer, video), at: leftAt(clock.now()) })
  }

  /**
   * Whether a grant still opens playlists and keys: not once its stream was stopped, and one that has lapsed or was left needs a
   * slot again, some seconds later. A preloaded title has no stream yet, and needs none for some minutes.
   */
  async function admits(holder: StreamHolder, video: StreamVideo, requiresSlot: boolean): Promise<boolean> {
    const key = keyOf(holder, video)
    const state = streamState(await findStream(reads, key), clock.now())
    if (state === 'ended') return false
    if (state === 'stale') await touch(key)
    const lacksSlot = state === 'lapsed' || (state === 'none' && requiresSlot)
    return !lacksSlot || (await take(holder, video, now)).outcome === 'acquired'
  }

  /** Another sign of life, such as saved watch progress: of a stream that has not lapsed. */
  async function seen({ sessionId }: MemberViewer, programGuid: string): Promise<void> {
    const name = `${sessionId} ${programGuid}`
    const second = clock.now().epochMilliseconds / 1000
    if (Math.abs(second - (progressSeen.get(name) ?? 0)) < PROGRESS_SECONDS) return
    progressSeen.set(name, second)
    const key = { sessionId, programGuid }
    if (streamState(await findStream(reads, key), clock.now()) === 'stale') await touch(key)
  }

  function touch(key: StreamKey, signOf: SignOfLife = now): Promise<boolean> {
    const at = clock.now()
    return touchStream(db, { ...key, at: signOf(at), after: lapsedBefore(at) })
  }
}

/** Until when a stream counts as heard of: the instant itself, or less for an order. */
type SignOfLife = (at: Temporal.Instant) => Temporal.Instant
const now: SignOfLife = (at) => at

const keyOf = ({ sessionId }: StreamHolder, { programGuid }: StreamVideo): StreamKey => ({ sessionId, programGuid })

const isSame = (stream: StreamKey, key: StreamKey): boolean =>
  stream.sessionId === key.sessionId && stream.programGuid === key.programGuid

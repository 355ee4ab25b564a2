import { AppError } from '#contract/errors.ts'
import { GRANT_HOURS } from '#contract/playback.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import type { DomainModule } from '../domain-module.ts'
import type {
  AccountStream,
  StreamTitles,
  DevicesOfSessions,
  PlaybackAccess,
  StreamHolder,
  StreamSlotResult,
  StreamVideo,
  SignedIn,
} from './ports.ts'
import {
  findLiveStreams,
  removeOldStreams,
  removeStreamsOf,
  stopStream,
  beginStream,
  signsOfLife,
  slotState,
  type SlotState,
  findStream,
  lapseStream,
  lockStreams,
  type StreamKey,
  touchStream,
  type LiveStream,
} from './playback.repo.ts'
import type { Kysely, RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, inTransaction } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { STREAM_LAPSE_SECONDS, STREAM_OPEN_SECONDS } from '#contract/devices.ts'
import type { AccountFacts } from '#server/domains/access/index.ts'

export type StreamsDeps = {
  db: Kysely<Database>
  /** For the statement of each playlist and key (`DbHandle.reads`). */
  reads: Kysely<Database>
  clock: Clock
  access: PlaybackAccess
  devices: DevicesOfSessions
  limits: StreamLimits
  titles: StreamTitles
}

export type Streams = ReturnType<typeof createStreams>

const DUE_EVERY_MS = 10 * 60_000
const ACQUIRED: StreamSlotResult = { outcome: 'acquired' }
const PROGRESS_SECONDS = 20
const PROGRESS_MAX = 20_000

/** Concurrent streams of an account, and stopping one from another device (decision 045). */
export function createStreams({ db, reads, clock, access, devices, limits, titles }: StreamsDeps) {
  const accountStreams = createAccountStreams(titles)
  const progressSeen = new LRUCache<string, number>({ max: PROGRESS_MAX })
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'streams', everyMs: DUE_EVERY_MS, run: deleteOld }],
    personalData: { name: 'streams', collect, erase: (tx, { accountId }) => removeStreamsOf(tx, accountId) },
  }
  return { begin, resume, keep, leave, admits, seen, signs, list, end, domainModule }

  /** Free again after 20 seconds, unless the playlist is fetched. */
  function begin(holder: StreamHolder, video: StreamVideo): Promise<StreamSlotResult> {
    return take(holder, video, authorizedAt)
  }

  async function take(holder: StreamHolder, video: StreamVideo, signOf: SignOfLife): Promise<StreamSlotResult> {
    if (await touch(keyOf(holder, video), signOf)) return ACQUIRED
    const { accountId, profileId = null } = holder
    // Before the transaction, which must not wait for another connection while it holds one.
    const [account, signedIn] = await Promise.all([access.accountFacts(accountId), devices.devices(holder)])
    const full = await inTransaction(db, async (tx) => {
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

  /** @throws STREAM_ENDED when stopped from another device */
  async function resume(holder: StreamHolder, video: StreamVideo): Promise<StreamSlotResult> {
    const state = streamState(await findStream(db, keyOf(holder, video)), clock.now())
    if (state === 'ended') throw new AppError('STREAM_ENDED')
    return take(holder, video, now)
  }

  /** The player's heartbeat. @throws STREAM_ENDED */
  async function keep(viewer: MemberViewer, video: StreamVideo): Promise<StreamSlotResult> {
    return (await touch(keyOf(viewer, video))) ? ACQUIRED : resume(viewer, video)
  }

  function leave(viewer: MemberViewer, video: StreamVideo): Promise<void> {
    return lapseStream(db, { ...keyOf(viewer, video), at: leftAt(clock.now()) })
  }

  /** Stopped streams are refused; lapsed ones need a slot again after some seconds, preloaded ones after some minutes. */
  async function admits(holder: StreamHolder, video: StreamVideo, requiresStreamSlot: boolean): Promise<boolean> {
    const key = keyOf(holder, video)
    const state = streamState(await findStream(reads, key), clock.now())
    if (state === 'ended') return false
    if (state === 'stale') await touch(key)
    const lacksStreamSlot = state === 'lapsed' || (state === 'none' && requiresStreamSlot)
    return !lacksStreamSlot || (await take(holder, video, now)).outcome === 'acquired'
  }

  async function seen({ sessionId }: MemberViewer, programGuid: string): Promise<void> {
    const name = `${sessionId} ${programGuid}`
    const second = clock.now().epochMilliseconds / 1000
    if (Math.abs(second - (progressSeen.get(name) ?? 0)) < PROGRESS_SECONDS) return
    progressSeen.set(name, second)
    const key = { sessionId, programGuid }
    if (streamState(await findStream(reads, key), clock.now()) === 'stale') await touch(key)
  }

  /** SQL for reports of many streams at once. */
  function signs(): StreamSigns {
    const at = clock.now()
    const times = { at, lapsedBefore: lapsedBefore(at), staleBefore: staleBefore(at), leftAt: leftAt(at) }
    return { state: slotState(times), writes: signsOfLife(times) }
  }

  function touch(key: StreamKey, signOf: SignOfLife = now): Promise<boolean> {
    const at = clock.now()
    return touchStream(db, { ...key, at: signOf(at), after: lapsedBefore(at) })
  }

  async function list(viewer: MemberViewer): Promise<AccountStream[]> {
    const [running, signedIn] = await Promise.all([
      findLiveStreams(reads, { accountId: viewer.accountId, after: lapsedBefore(clock.now()) }),
      devices.devices(viewer),
    ])
    return accountStreams.named(viewer, accountStreams.ofDevices(running, signedIn), signedIn)
  }

  async function end({ accountId }: MemberViewer, streamId: string): Promise<void> {
    const at = clock.now()
    if (!(await stopStream(db, { accountId, streamId, at, after: lapsedBefore(at) }))) throw new AppError('NOT_FOUND')
  }

  /** A stopped stream is remembered as long as its grant lives. */
  function deleteOld(): Promise<void> {
    return removeOldStreams(db, clock.now().subtract({ hours: GRANT_HOURS + 1 }))
  }

  async function collect({ accountId }: { accountId: string }): Promise<object[]> {
    const running = await findLiveStreams(db, { accountId, after: lapsedBefore(clock.now()) })
    return running.map(({ programId, since }) => ({ programId, since: since.toString() }))
  }
}

export type StreamSigns = { state: RawBuilder<SlotState>; writes: RawBuilder<unknown> }

/** The last sign of life to record; earlier for a new stream. */
type SignOfLife = (at: Temporal.Instant) => Temporal.Instant
const now: SignOfLife = (at) => at

const keyOf = ({ sessionId }: StreamHolder, { programGuid }: StreamVideo): StreamKey => ({ sessionId, programGuid })

const isSame = (stream: StreamKey, key: StreamKey): boolean =>
  stream.sessionId === key.sessionId && stream.programGuid === key.programGuid

function createAccountStreams(titles: StreamTitles) {
  return {
    ofDevices: (streams: readonly LiveStream[], signedIn: readonly SignedIn[]): LiveStream[] =>
      streams.filter(({ sessionId }) => signedIn.some(({ deviceId }) => deviceId === sessionId)),

    async named(
      holder: StreamHolder,
      streams: readonly LiveStream[],
      signedIn: readonly SignedIn[],
    ): Promise<AccountStream[]> {
      const names = await titles.names(streams.map(({ programId }) => programId))
      return streams.map(({ streamId, sessionId, programId, since }) => ({
        streamId,
        deviceName: signedIn.find(({ deviceId }) => deviceId === sessionId)?.name ?? null,
        title: names.get(programId),
        since,
        current: sessionId === holder.sessionId,
      }))
    },
  }
}

type StreamLimits = { readonly withoutPlan: number; readonly withPlan: number }

export function streamsAllowed(
  { plan }: Pick<AccountFacts, 'plan'>,
  limits: StreamLimits,
  now: Temporal.Instant,
): number {
  return plan && Temporal.Instant.compare(plan.validUntil, now) > 0 ? limits.withPlan : limits.withoutPlan
}

const lapsedBefore = (now: Temporal.Instant): Temporal.Instant => now.subtract({ seconds: STREAM_LAPSE_SECONDS })

/** Lapses soon unless the playlist is fetched. */
const authorizedAt = (now: Temporal.Instant): Temporal.Instant =>
  lapsedBefore(now).add({ seconds: STREAM_OPEN_SECONDS })

const SEEN_SECONDS = 20

const staleBefore = (now: Temporal.Instant): Temporal.Instant => now.subtract({ seconds: SEEN_SECONDS })

/** Maximum clock difference between nodes. */
const CLOCK_SECONDS = 3

/** Lapsed by every node's clock. */
const leftAt = (now: Temporal.Instant): Temporal.Instant => lapsedBefore(now).subtract({ seconds: CLOCK_SECONDS })

/** For requests that were under way when the player was left. */
const LEAVING_SECONDS = 10

type StreamState = 'none' | 'ended' | 'lapsed' | 'leaving' | 'stale' | 'fresh'

export function streamState(
  row: { endedAt: Temporal.Instant | null; lastSeenAt: Temporal.Instant } | undefined,
  now: Temporal.Instant,
): StreamState {
  if (!row) return 'none'
  if (row.endedAt) return 'ended'
  if (Temporal.Instant.compare(row.lastSeenAt, leftAt(now).subtract({ seconds: LEAVING_SECONDS })) <= 0) return 'lapsed'
  if (Temporal.Instant.compare(row.lastSeenAt, lapsedBefore(now)) <= 0) return 'leaving'
  return Temporal.Instant.compare(row.lastSeenAt, staleBefore(now)) <= 0 ? 'stale' : 'fresh'
}

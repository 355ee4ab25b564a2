import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { AppError } from '#contract/errors.ts'
import type { PlayerEvent } from '#contract/progress.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { createDecisionCache } from '#server/kit/decision-cache.ts'
import type { Gauge } from '#server/kit/gauge.ts'
import { GroupCommit } from '#server/kit/group-commit.ts'
import type { Accounts } from '../accounts/index.ts'
import type { DomainModule } from '../domain-module.ts'
import type { Library, NewBookmark } from '../library/index.ts'
import type { AccountStream, Grant, Playback, Streams } from '../playback/index.ts'
import type { MemberViewer } from '../viewer.ts'
import { commitReports, type JudgedReport, type MemberReport, type ReportState, streamName } from './progress.repo.ts'

/**
 * Reports of players under the grant of their stream: who is watching, the slot of a member's stream, watch progress. One statement for
 * the reports of a moment. Owns no table. Never decides access (playback), nor what is stored of progress (library).
 */
export type Progress = ReturnType<typeof createProgress>

export type ProgressDeps = {
  db: Kysely<Database>
  clock: Clock
  accounts: { sessions: Pick<Accounts['sessions'], 'stateOf'> }
  playback: Pick<Playback, 'authorization' | 'streamAuthorization'>
  streams: Pick<Streams, 'keep' | 'signs'>
  library: { bookmarks: Pick<Library['bookmarks'], 'prepare'> }
}

/** Seconds. */
export type PlayerReport = {
  event: PlayerEvent
  position?: number | undefined
  duration?: number | undefined
  at: Temporal.Instant
  sentAt?: Temporal.Instant | undefined
}

export type Reporter = {
  region: string
  device: string
  /** As the client names it. */
  profileId?: string | undefined
}

export type ReportOutcome = { outcome: 'kept' } | { outcome: 'full'; streams: AccountStream[]; kids: boolean }

/** Groups commits of concurrent reports; players report every 30 seconds. */
const COMMIT_EVERY_MS = 90
const COMMIT_MAX = 500
/** Cache time of what opens a title to an account, which a grant was already given for. */
const OPENED_SECONDS = 600
const OPENED_MAX = 100_000
const KEPT: ReportOutcome = { outcome: 'kept' }

export function createProgress(deps: ProgressDeps) {
  const { clock, playback, streams, library } = deps
  const commits = groupReports(deps)
  const limits = { seconds: OPENED_SECONDS, max: OPENED_MAX }
  const opened = createDecisionCache<string | undefined>(clock, { ...limits, keeps: (by) => by !== undefined })
  const watching = createWatchers(clock)
  const domainModule: DomainModule = { gauges: [watching.gauge] }
  return { report, domainModule }

  /**
   * Acknowledged after its commit. @throws GRANT_REFUSED; NOT_FOUND for a title that has left the catalogue; STREAM_ENDED; what ended the
   * session
   */
  async function report(text: string, told: PlayerReport, by: Reporter): Promise<ReportOutcome> {
    const grant = await playback.streamAuthorization.watching(text, by.region)
    watching.note(grant, text, told.event)
    const { accountId, sessionId, kind } = grant
    if (kind !== 'movie' || accountId === null || sessionId === null) return KEPT
    // A request that names another profile than the stream's is not of this stream.
    if (by.profileId !== undefined && by.profileId !== grant.profileId) throw new AppError('GRANT_REFUSED')
    const member = memberOf({ ...grant, accountId, sessionId }, by)
    return settle(member, grant, {
      ...reportOf(member, grant, told),
      bookmark: await prepare(member, grant, { ...told, ...by }),
    })
  }

  async function settle(member: MemberViewer, grant: Grant, own: MemberReport): Promise<ReportOutcome> {
    const state = await commits.add(own)
    if (state === 'live') return KEPT
    if (state === 'locked') {
      if (!(await playback.streamAuthorization.mayPlayLocked(grant, member.region))) throw new AppError('GRANT_REFUSED')
      return settle(member, grant, { ...own, unlocked: false })
    }
    if (state !== 'without slot') throw new AppError(state, state === 'ACCOUNT_CLOSING' ? { closing: true } : {})
    const slot = await streams.keep(member, grant)
    if (slot.outcome === 'full') return { ...slot, kids: grant.kids }
    // The slot may be gone again: what it plays is stored all the same.
    return settle(member, grant, { ...own, event: 'paused' })
  }

  async function prepare(
    member: MemberViewer,
    { programId, programGuid }: Grant,
    { position, duration, at, sentAt, device }: PlayerReport & Reporter,
  ): Promise<NewBookmark | undefined> {
    const { accountId, profileId, region, kids } = member
    if (position === undefined || profileId === undefined) return undefined
    const key = JSON.stringify([accountId, programGuid, region, kids])
    const access = await opened.get(key, () => playback.authorization.entitlement(member, { programId, programGuid }))
    if (access === undefined) throw new AppError('GRANT_REFUSED')
    const reported = { programId, programGuid, position, duration, at, sentAt, play: { region, access, device } }
    return library.bookmarks.prepare({ profileId, region, kids }, reported)
  }
}

const memberOf = (
  {
    accountId,
    sessionId,
    profileId,
    kids,
    unlocked,
    parentalVersion,
  }: Grant & { accountId: string; sessionId: string },
  { region }: Reporter,
): MemberViewer => ({
  kind: 'member',
  accountId,
  sessionId,
  profileId: profileId ?? undefined,
  kids,
  unlocked,
  parentalVersion,
  region,
  language: 'zh_HK',
  deviceSerial: undefined,
})

const reportOf = (
  { sessionId }: MemberViewer,
  { profileId, kids, programGuid, unlocked, parentalVersion }: Grant,
  { event }: PlayerReport,
): Omit<MemberReport, 'bookmark'> => ({ sessionId, profileId, kids, programGuid, unlocked, parentalVersion, event })

const groupReports = ({ db, accounts, streams }: ProgressDeps): GroupCommit<MemberReport, ReportState> =>
  new GroupCommit(
    async (reports) => {
      const parts = { session: accounts.sessions.stateOf(), streams: streams.signs() }
      return statesOf(reports, await commitReports(db, joinedReports(reports), parts))
    },
    { everyMs: COMMIT_EVERY_MS, max: COMMIT_MAX },
  )

function statesOf(reports: readonly MemberReport[], judged: readonly JudgedReport[]): ReportState[] {
  const states = new Map(judged.map((one) => [streamName(one), one.state]))
  return reports.map((one) => states.get(streamName(one)) ?? 'SESSION_UNKNOWN')
}

/** A player that is silent for longer is gone. */
const WATCHING_SECONDS = 75
const WATCHERS_MAX = 100_000

/** Streams whose players have reported to this process of late, in memory only. */
function createWatchers(clock: Clock) {
  const seen = {
    member: new LRUCache<string, number>({ max: WATCHERS_MAX }),
    visitor: new LRUCache<string, number>({ max: WATCHERS_MAX }),
  }
  const gauge: Gauge = {
    name: 'harbour_streams_playing',
    help: 'Streams whose players reported to this process within 75 seconds.',
    labels: ['viewer'],
    ofProcess: true,
    read: async () =>
      (['member', 'visitor'] as const).map((viewer) => ({ value: countSince(viewer), labels: { viewer } })),
  }
  return { note, gauge }

  function note({ sessionId, programGuid }: Grant, text: string, event: PlayerEvent): void {
    const name = sessionId === null ? text.slice(-22) : streamName({ sessionId, programGuid })
    const streams = seen[sessionId === null ? 'visitor' : 'member']
    if (event === 'playing') streams.set(name, clock.nowMs())
    else streams.delete(name)
  }

  function countSince(viewer: 'member' | 'visitor'): number {
    const since = clock.nowMs() - WATCHING_SECONDS * 1000
    let count = 0
    for (const at of seen[viewer].values()) if (at > since) count++
    return count
  }
}

/** One report for each stream: the event that arrived last, with the newest progress by the player's time. */
function joinedReports(reports: readonly MemberReport[]): MemberReport[] {
  const joined = new Map<string, MemberReport>()
  for (const report of reports) {
    const name = streamName(report)
    const known = joined.get(name)
    joined.set(name, known ? { ...report, bookmark: newerOf(known.bookmark, report.bookmark) } : report)
  }
  return [...joined.values()].toSorted((one, other) => (streamName(one) < streamName(other) ? -1 : 1))
}

type Bookmark = MemberReport['bookmark']

const newerOf = (one: Bookmark, other: Bookmark): Bookmark =>
  one && other ? (Temporal.Instant.compare(one.at, other.at) > 0 ? one : other) : (one ?? other)

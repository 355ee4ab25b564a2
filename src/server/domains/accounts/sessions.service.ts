import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { KEPT_DAYS } from '#contract/validity.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { isAfter } from '#server/kit/instants.ts'
import type { MemberViewer } from '../viewer.ts'
import type { SignedInDevice } from './accounts-model.ts'
import type { ViewerProfiles } from './ports.ts'
import { tokenHash } from './secrets.rules.ts'
import { createSessionUseCache } from './session-uses.ts'
import {
  clearProfile,
  endSessions,
  findDevices,
  findLiveSession,
  type LiveSession,
  lockSessions,
  type StreamSession,
  sweepSessions,
  updateProfile,
  updateUnlock,
} from './sessions.repo.ts'
import { createFindViewer, type ViewerRow } from './viewer-lookup.repo.ts'
import { invalidReason, expiredBefore, TOUCH_SECONDS } from './sessions.rules.ts'

export type SessionsDeps = {
  db: Kysely<Database>
  /** For the statement of each request that writes nothing (`DbHandle.reads`); `db` when not given. */
  reads?: Kysely<Database> | undefined
  clock: Clock
  profiles: ViewerProfiles | undefined
}

export type Sessions = ReturnType<typeof createSessions>

type ViewerRequest = {
  language: Language
  region: string
  deviceSerial?: string | undefined
  profileId?: string | undefined
}

type OwnProfile = Pick<MemberViewer, 'profileId' | 'kids' | 'narrowedFrom'>

/** Authenticates tokens and manages the sessions of an account. */
export function createSessions({ db, reads = db, clock, profiles }: SessionsDeps) {
  const useCache = createSessionUseCache()
  const findViewer = createFindViewer(profiles)
  return { ...createSessionStates({ db, clock, profiles }), viewer, logOut, devices, end, endOthers, sweep }

  /** Authenticates a token, in one statement. @throws SESSION_UNKNOWN, SESSION_EXPIRED, SESSION_ENDED, NOT_ALLOWED */
  async function viewer(token: string, request: ViewerRequest): Promise<MemberViewer> {
    const now = clock.now()
    const hash = tokenHash(token)
    const lookup = { tokenHash: hash, profileId: request.profileId }
    const isRecorded = useCache.isRecordedSince(hash, now.epochMilliseconds - TOUCH_SECONDS * 1_000)
    const row = isRecorded
      ? await findViewer(reads, { ...lookup, touch: undefined })
      : await findViewer(db, { ...lookup, touch: touchAt(now) })
    if (!row) throw new AppError('SESSION_UNKNOWN')
    const reason = invalidReason({ endedAt: row.ended_at, lastUsedAt: row.last_used_at }, now)
    if (reason) throw new AppError(reason)
    useCache.record(hash, row.touched ? now : row.last_used_at)
    // Closed at its instant, also before the worker erases the account.
    if (row.closes_at && !isAfter(row.closes_at, now)) throw new AppError('SESSION_ENDED')
    return {
      kind: 'member',
      accountId: row.account_id,
      sessionId: row.session_id,
      ...profileOf(row, request.profileId),
      unlocked: row.parental_status === 'off' || (row.unlocked_until !== null && isAfter(row.unlocked_until, now)),
      parentalVersion: row.parental_version,
      closing: row.closes_at !== null,
      language: request.language,
      region: request.region,
      deviceSerial: request.deviceSerial,
    }
  }

  /** The session's own profile. A request may narrow itself to a kids profile of the account. */
  function profileOf(row: ViewerRow, requestedId: string | undefined): OwnProfile {
    const own = row.profile_id ?? undefined
    if (requestedId === undefined || requestedId === own) return { profileId: own, kids: row.kids }
    if (row.requests_kids) return { profileId: requestedId, kids: true, narrowedFrom: row.profile_id }
    throw new AppError('NOT_ALLOWED')
  }

  async function logOut({ accountId, sessionId }: MemberViewer): Promise<void> {
    await endSessions(db, { accountId, which: { sessionId }, cause: 'logout', at: clock.now() })
  }

  /** The signed-in devices, the last used first. */
  function devices({ accountId, sessionId }: Pick<MemberViewer, 'accountId' | 'sessionId'>): Promise<SignedInDevice[]> {
    return findDevices(db, { accountId, sessionId, expiredBefore: expiredBefore(clock.now()) })
  }

  /** Ends the session of one device. @throws NOT_FOUND when it is not an active session of the account */
  async function end({ accountId }: MemberViewer, deviceId: string): Promise<void> {
    const ended = await endSessions(db, { accountId, which: { sessionId: deviceId }, cause: 'device', at: clock.now() })
    if (ended === 0) throw new AppError('NOT_FOUND')
  }

  async function endOthers({ accountId, sessionId }: MemberViewer): Promise<void> {
    await endSessions(db, { accountId, which: { except: sessionId }, cause: 'device', at: clock.now() })
  }

  function sweep(): Promise<void> {
    return sweepSessions(db, clock.now().subtract({ hours: KEPT_DAYS.sessions * 24 }))
  }
}

/** Reads and changes the profile and the unlock of sessions. The profiles domain authorizes the changes. */
function createSessionStates({ db, clock, profiles }: SessionsDeps) {
  return {
    /**
     * The session of a stream, which carries no token; undefined when it has ended, has another profile, or its account is being
     * closed. `kids` is the value at the start of the stream: one started in an adult profile ends when the profile becomes a
     * kids profile.
     */
    findLive: (session: StreamSession): Promise<LiveSession | undefined> =>
      findLiveSession(db, { session, profiles, expiredBefore: expiredBefore(clock.now()) }),

    /** A session last used at this instant or earlier has expired. */
    expiry: (): Temporal.Instant => expiredBefore(clock.now()),

    /** Sets a session's profile and locks the session. */
    chooseProfile: (db: Db, choice: { sessionId: string; profileId: string }): Promise<void> =>
      updateProfile(db, choice),

    /** Clears the profile of every session that uses it. */
    dropProfile: (db: Db, profile: { accountId: string; profileId: string }): Promise<void> =>
      clearProfile(db, profile),

    /** Unlocks a session until an instant; null locks it. */
    unlock: (db: Db, lock: { sessionId: string; until: Temporal.Instant | null }): Promise<void> =>
      updateUnlock(db, lock),

    /** Locks all sessions of an account, or all except one. */
    lockAll: (db: Db, sessions: { accountId: string; except?: string | undefined }): Promise<void> =>
      lockSessions(db, sessions),
  }
}

const touchAt = (now: Temporal.Instant) => ({
  at: now,
  before: now.subtract({ seconds: TOUCH_SECONDS }),
  expiredBefore: expiredBefore(now),
})

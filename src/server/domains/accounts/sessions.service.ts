import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import type { MemberViewer } from '../viewer.ts'
import type { SignedInDevice } from './accounts-model.ts'
import type { ViewerProfiles } from './ports.ts'
import { tokenHash } from './secrets.rules.ts'
import { createSessionUses } from './session-uses.ts'
import {
  dropProfile,
  endSessions,
  findDevices,
  findViewer,
  isSessionLive,
  lockSessions,
  type SessionUse,
  sweepSessions,
  updateProfile,
  updateUnlock,
  type ViewerRow,
} from './sessions.repo.ts'
import { DEAD_DAYS, deathOf, expiredBefore, TOUCH_SECONDS } from './sessions.rules.ts'

export type SessionsDeps = {
  db: Kysely<Database>
  /** For the statement of each request that writes nothing (`DbHandle.reads`); `db` when not given. */
  reads?: Kysely<Database> | undefined
  clock: Clock
  profiles: ViewerProfiles | undefined
}

export type Sessions = ReturnType<typeof createSessions>

type ViewerAsk = {
  language: Language
  region: string
  deviceSerial?: string | undefined
  profileId?: string | undefined
}

type OwnProfile = Pick<MemberViewer, 'profileId' | 'kids' | 'narrowedFrom'>

/** Who holds a token, on which devices, with which profile. */
export function createSessions({ db, reads = db, clock, profiles }: SessionsDeps) {
  const uses = createSessionUses()
  return { ...createSessionStates({ db, clock, profiles }), viewer, logOut, devices, end, endOthers, sweep }

  /** Who holds a token, in one statement. @throws SESSION_UNKNOWN, SESSION_EXPIRED, SESSION_ENDED, NOT_ALLOWED */
  async function viewer(token: string, ask: ViewerAsk): Promise<MemberViewer> {
    const now = clock.now()
    const hash = tokenHash(token)
    const touch = { at: now, before: now.subtract({ seconds: TOUCH_SECONDS }), expiredBefore: expiredBefore(now) }
    const isNoted = uses.isNotedSince(hash, touch.before)
    const row = await findViewer(isNoted ? reads : db, {
      tokenHash: hash,
      touch: isNoted ? undefined : touch,
      profileId: ask.profileId,
      profiles,
    })
    if (!row) throw new AppError('SESSION_UNKNOWN')
    const death = deathOf({ endedAt: row.ended_at, lastUsedAt: row.last_used_at }, now)
    if (death) throw new AppError(death)
    uses.note(hash, row.touched ? now : row.last_used_at)
    // Its day has come; the worker will be here soon.
    if (row.closes_at && !isAfter(row.closes_at, now)) throw new AppError('SESSION_ENDED')
    return {
      kind: 'member',
      accountId: row.account_id,
      sessionId: row.session_id,
      ...profileOf(row, ask.profileId),
      unlocked: row.parental_status === 'off' || isAfter(row.unlocked_until, now),
      closing: row.closes_at !== null,
      language: ask.language,
      region: ask.region,
      deviceSerial: ask.deviceSerial,
    }
  }

  /** The session's own profile; a call may name a kids profile of the account instead, and is then narrowed to it. */
  function profileOf(row: ViewerRow, named: string | undefined): OwnProfile {
    const own = row.profile_id ?? undefined
    if (named === undefined || named === own) return { profileId: own, kids: row.kids }
    if (row.names_kids) return { profileId: named, kids: true, narrowedFrom: row.profile_id }
    throw new AppError('NOT_ALLOWED')
  }

  async function logOut({ accountId, sessionId }: MemberViewer): Promise<void> {
    await endSessions(db, { accountId, which: { sessionId }, cause: 'logout', at: clock.now() })
  }

  /** The devices that are signed in, the last used first. */
  function devices({ accountId, sessionId }: MemberViewer): Promise<SignedInDevice[]> {
    return findDevices(db, { accountId, sessionId, expiredBefore: expiredBefore(clock.now()) })
  }

  /** Signs one device out. @throws NOT_FOUND when it is not the account's, or no longer signed in */
  async function end({ accountId }: MemberViewer, deviceId: string): Promise<void> {
    const ended = await endSessions(db, { accountId, which: { sessionId: deviceId }, cause: 'device', at: clock.now() })
    if (ended === 0) throw new AppError('NOT_FOUND')
  }

  async function endOthers({ accountId, sessionId }: MemberViewer): Promise<void> {
    await endSessions(db, { accountId, which: { except: sessionId }, cause: 'device', at: clock.now() })
  }

  function sweep(): Promise<void> {
    return sweepSessions(db, clock.now().subtract({ hours: DEAD_DAYS * 24 }))
  }
}

/** The state of a session: its profile, locked or not. Who may change it is decided by the caller (profiles). */
function createSessionStates({ db, clock, profiles }: SessionsDeps) {
  return {
    /**
     * Whether a session is still alive with this profile: for streams, which carry no token. `kids` is what the profile was when
     * the stream started; a stream of an adult's profile ends when the profile becomes a child's.
     */
    isLive: (use: SessionUse): Promise<boolean> =>
      isSessionLive(db, { use, profiles, expiredBefore: expiredBefore(clock.now()) }),

    /** A session that was last used at this instant or before is no longer alive. */
    expiry: (): Temporal.Instant => expiredBefore(clock.now()),

    /** Chooses a session's profile, and locks it. */
    chooseProfile: (db: Db, choice: { sessionId: string; profileId: string }): Promise<void> =>
      updateProfile(db, choice),

    /** Takes a profile out of the sessions that are in it. */
    dropProfile: (db: Db, profile: { accountId: string; profileId: string }): Promise<void> => dropProfile(db, profile),

    /** Unlocks a session until an instant, or locks it with null. */
    unlock: (db: Db, lock: { sessionId: string; until: Temporal.Instant | null }): Promise<void> =>
      updateUnlock(db, lock),

    /** Locks every other session of an account. */
    lockOthers: (db: Db, { accountId, sessionId }: { accountId: string; sessionId: string }): Promise<void> =>
      lockSessions(db, { accountId, except: sessionId }),
  }
}

const isAfter = (instant: Temporal.Instant | null, now: Temporal.Instant): boolean =>
  instant !== null && Temporal.Instant.compare(instant, now) > 0

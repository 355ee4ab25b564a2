import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import type { ViewerProfiles } from './ports.ts'
import {
  dropProfile,
  isSessionLive,
  lockSessions,
  type SessionUse,
  updateProfile,
  updateUnlock,
} from './sessions.repo.ts'
import { expiredBefore } from './sessions.rules.ts'

export type SessionStatesDeps = { db: Kysely<Database>; clock: Clock; profiles: ViewerProfiles | undefined }

/** What a session is in: its profile, locked or not. Who may change it is the caller's to say (profiles). */
export function createSessionStates({ db, clock, profiles }: SessionStatesDeps) {
  return {
    /**
     * Whether a session lives with this profile still: for streams, which carry no token. `kids` is what it was when the stream
     * began; what began for a grown-up does not go on in a profile that has become a child's.
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

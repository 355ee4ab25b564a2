import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { Account, SignedInDevice } from './accounts-model.ts'
import type { ViewerProfiles } from './ports.ts'

type Instant = Temporal.Instant

/** Why a session was ended: by its own device, from another, by signing in again, by a change or a reset of the password. */
export type EndCause = 'logout' | 'device' | 'replaced' | 'password' | 'reset'

declare module '#server/kit/db.ts' {
  interface Database {
    session: {
      session_id: string
      account_id: string
      token_hash: Buffer
      device_hash: Buffer | null
      device_name: string | null
      profile_id: string | null
      unlocked_until: Instant | null
      created_at: Instant
      last_used_at: Instant
      ended_at: Instant | null
      end_cause: EndCause | null
    }
  }
}

type NewSession = {
  sessionId: string
  accountId: string
  tokenHash: Buffer
  deviceHash: Buffer | null
  deviceName: string | null
  at: Instant
}

export async function insertSession(
  db: Db,
  { sessionId, accountId, tokenHash, deviceHash, deviceName, at }: NewSession,
): Promise<void> {
  await db
    .insertInto('session')
    .values({
      session_id: sessionId,
      account_id: accountId,
      token_hash: tokenHash,
      device_hash: deviceHash,
      device_name: deviceName,
      profile_id: null,
      unlocked_until: null,
      created_at: at,
      last_used_at: at,
      ended_at: null,
      end_cause: null,
    })
    .execute()
}

export type ViewerRow = {
  session_id: string
  account_id: string
  profile_id: string | null
  unlocked_until: Instant | null
  last_used_at: Instant
  ended_at: Instant | null
  parental_status: Account['parentalStatus']
  closes_at: Instant | null
  kids: boolean
  names_kids: boolean
  /** This very use was noted, after what `last_used_at` says. */
  touched?: boolean
}

export type ViewerLookup = {
  tokenHash: Buffer
  /** Notes the use of a living session, unless one was noted after `before`; not given where that is known already, as it costs a third of the statement. */
  touch: { at: Instant; before: Instant; expiredBefore: Instant } | undefined
  /** The profile that the request names. */
  profileId: string | undefined
  profiles: ViewerProfiles | undefined
}

/** Who holds a token, dead or alive, and the note of its use: one statement. */
export async function findViewer(db: Db, ask: ViewerLookup): Promise<ViewerRow | undefined> {
  const { tokenHash, touch, profileId, profiles } = ask
  const namesKids = profiles && profileId !== undefined ? profiles.isKidsProfile(profileId) : sql<boolean>`false`
  const seen = sql<ViewerRow>`
    select s.session_id, s.account_id, s.profile_id, s.unlocked_until, s.last_used_at, s.ended_at, a.parental_status, a.closes_at,
      ${profiles?.isKids ?? sql<boolean>`false`} as kids, ${namesKids} as names_kids
    from session s join account a on a.account_id = s.account_id
    where s.token_hash = ${tokenHash}`
  const statement = touch
    ? sql<ViewerRow>`
    with seen as (${seen}), touched as (
      update session set last_used_at = ${touch.at} from seen
      where session.session_id = seen.session_id and session.ended_at is null
        and session.last_used_at > ${touch.expiredBefore} and session.last_used_at <= ${touch.before}
      returning true
    )
    select *, exists (select from touched) as touched from seen`
    : seen
  const { rows } = await statement.execute(db)
  return rows[0]
}

/** The devices of an account that are signed in, the last used first. */
export async function findDevices(
  db: Db,
  { accountId, expiredBefore, sessionId }: { accountId: string; expiredBefore: Instant; sessionId?: string },
): Promise<SignedInDevice[]> {
  const rows = await db
    .selectFrom('session')
    .select(['session_id', 'device_name', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('last_used_at', '>', expiredBefore)
    .orderBy('last_used_at', 'desc')
    .orderBy('session_id')
    .execute()
  return rows.map((row) => ({
    deviceId: row.session_id,
    name: row.device_name,
    lastSeenAt: row.last_used_at,
    current: row.session_id === sessionId,
  }))
}

/** Which sessions of an account to end: one, those of a device, all but one, or all. */
export type SessionsToEnd = { sessionId: string } | { deviceHash: Buffer } | { except: string } | 'all'

/** Ends sessions that live. @returns how many */
export async function endSessions(
  db: Db,
  { accountId, which, cause, at }: { accountId: string; which: SessionsToEnd; cause: EndCause; at: Instant },
): Promise<number> {
  const { rows } = await sql<{ session_id: string }>`
    update session set ended_at = ${at}, end_cause = ${cause}
    where account_id = ${accountId} and ended_at is null and ${chosen(which)}
    returning session_id`.execute(db)
  return rows.length
}

function chosen(which: SessionsToEnd) {
  if (which === 'all') return sql`true`
  if ('sessionId' in which) return sql`session_id = ${which.sessionId}`
  if ('except' in which) return sql`session_id <> ${which.except}`
  return sql`device_hash = ${which.deviceHash}`
}

/** An account by its number, and whether this device has signed in to it before. */
export async function findAccountAndDevice(
  db: Db,
  { number, deviceHash }: { number: string; deviceHash: Buffer | null },
): Promise<{ accountId: string; passwordHash: string; isKnownDevice: boolean } | undefined> {
  const { rows } = await sql<{ account_id: string; password_hash: string; known: boolean }>`
    select account_id, password_hash,
      exists (select from session s where s.account_id = a.account_id and s.device_hash = ${deviceHash}) as known
    from account a where number = ${number}`.execute(db)
  return rows[0] && { accountId: rows[0].account_id, passwordHash: rows[0].password_hash, isKnownDevice: rows[0].known }
}

/** The devices that have signed in to an account before. */
export async function findKnownDevices(db: Db, accountId: string): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('session')
    .select('device_hash')
    .distinct()
    .where('account_id', '=', accountId)
    .where('device_hash', 'is not', null)
    .execute()
  return rows.flatMap(({ device_hash }) => device_hash ?? [])
}

/** Chooses the session's profile; an unlock does not outlive the profile it was given in. */
export async function updateProfile(
  db: Db,
  { sessionId, profileId }: { sessionId: string; profileId: string },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ profile_id: profileId, unlocked_until: null })
    .where('session_id', '=', sessionId)
    .execute()
}

/** Unlocks a session until an instant, or locks it. */
export async function updateUnlock(
  db: Db,
  { sessionId, until }: { sessionId: string; until: Instant | null },
): Promise<void> {
  await db.updateTable('session').set({ unlocked_until: until }).where('session_id', '=', sessionId).execute()
}

/** Locks every session of an account but one. */
export async function lockSessions(
  db: Db,
  { accountId, except }: { accountId: string; except: string },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ unlocked_until: null })
    .where('account_id', '=', accountId)
    .where('session_id', '<>', except)
    .where('unlocked_until', 'is not', null)
    .execute()
}

/** Takes a profile out of the sessions that are in it. */
export async function dropProfile(
  db: Db,
  { accountId, profileId }: { accountId: string; profileId: string },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ profile_id: null, unlocked_until: null })
    .where('account_id', '=', accountId)
    .where('profile_id', '=', profileId)
    .execute()
}

/** A session as a stream knows it. */
export type SessionUse = { sessionId: string; profileId: string | null; kids: boolean }

/** Whether a session lives, with this profile, which is not a child's unless it was one. */
export async function isSessionLive(
  db: Db,
  { use, expiredBefore, profiles }: { use: SessionUse; expiredBefore: Instant; profiles: ViewerProfiles | undefined },
): Promise<boolean> {
  const isKids = profiles?.isKids ?? sql<boolean>`false`
  const { rows } = await sql`
    select from session s where s.session_id = ${use.sessionId} and s.ended_at is null and s.last_used_at > ${expiredBefore}
      and s.profile_id is not distinct from ${use.profileId}::text and (${use.kids}::boolean or not ${isKids})`.execute(
    db,
  )
  return rows.length > 0
}

/** Forgets sessions that nobody has used since. */
export async function sweepSessions(db: Db, before: Instant): Promise<void> {
  await sql`
    delete from session where session_id = any(array(
      select session_id from session where last_used_at < ${before} limit 10000))`.execute(db)
}

import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { SignedInDevice, Account } from './accounts-model.ts'
import type { ViewerProfiles } from './ports.ts'
import { compileOnce } from '#server/kit/compiled-statement.ts'

type Instant = Temporal.Instant

/** `replaced` by a new login; `device`: ended from another device. */
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

export async function findDevices(
  db: Db,
  { accountId, expiredBefore, sessionId }: { accountId: string; expiredBefore: Instant; sessionId?: string },
): Promise<SignedInDevice[]> {
  const rows = await db
    .selectFrom('session')
    .select(['session_id', 'device_name', 'last_used_at', 'created_at'])
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
    loggedInAt: row.created_at,
    current: row.session_id === sessionId,
  }))
}

export type SessionsToEnd = { sessionId: string } | { deviceHash: Buffer } | { except: string } | 'all'

/** @returns how many */
export async function endSessions(
  db: Db,
  { accountId, which, cause, at }: { accountId: string; which: SessionsToEnd; cause: EndCause; at: Instant },
): Promise<number> {
  const { rows } = await sql<{ session_id: string }>`
    update session set ended_at = ${at}, end_cause = ${cause}
    where account_id = ${accountId} and ended_at is null and ${matches(which)}
    returning session_id`.execute(db)
  return rows.length
}

function matches(which: SessionsToEnd) {
  if (which === 'all') return sql`true`
  if ('sessionId' in which) return sql`session_id = ${which.sessionId}`
  if ('except' in which) return sql`session_id <> ${which.except}`
  return sql`device_hash = ${which.deviceHash}`
}

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

/** Also of ended sessions. */
export async function findLastAccountOn(db: Db, deviceHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('session')
    .select('account_id')
    .where('device_hash', '=', deviceHash)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.account_id
}

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

/** Ends the unlock, which is valid for one profile. */
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

/** Null locks it. */
export async function updateUnlock(
  db: Db,
  { sessionId, until }: { sessionId: string; until: Instant | null },
): Promise<void> {
  await db.updateTable('session').set({ unlocked_until: until }).where('session_id', '=', sessionId).execute()
}

export async function lockSessions(
  db: Db,
  { accountId, except }: { accountId: string; except?: string | undefined },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ unlocked_until: null })
    .where('account_id', '=', accountId)
    .where('unlocked_until', 'is not', null)
    .$if(except !== undefined, (all) => all.where('session_id', '<>', except!))
    .execute()
}

export async function clearProfile(
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

export type StreamSession = { sessionId: string; profileId: string | null; kids: boolean }

export type LiveSession = { parentalVersion: number }

/** Undefined unless the session is active with this profile, the profile has not become a kids profile, and the account is not closing. */
export async function findLiveSession(
  db: Db,
  {
    session,
    expiredBefore,
    profiles,
  }: { session: StreamSession; expiredBefore: Instant; profiles: ViewerProfiles | undefined },
): Promise<LiveSession | undefined> {
  const isKids = profiles?.isKids ?? sql<boolean>`false`
  const { rows } = await sql<{ parental_version: number }>`
    select a.parental_version from session s join account a on a.account_id = s.account_id
    where s.session_id = ${session.sessionId} and s.ended_at is null and s.last_used_at > ${expiredBefore} and a.closes_at is null
      and s.profile_id is not distinct from ${session.profileId}::text and (${session.kids}::boolean or not ${isKids})`.execute(
    db,
  )
  return rows[0] && { parentalVersion: rows[0].parental_version }
}

/**
 * The state of the session of a report, for a statement with the rows `r` (session_id, profile_id, kids), `s` (session) and
 * `a` (account), which may be missing: `findLiveSession` finds those that are `live`.
 */
export const sessionState = (
  profiles: ViewerProfiles | undefined,
  expiredBefore: Instant,
): RawBuilder<SessionState> => sql<SessionState>`(case
  when s.session_id is null then 'SESSION_UNKNOWN' when s.ended_at is not null then 'SESSION_ENDED'
  when s.last_used_at <= ${expiredBefore} then 'SESSION_EXPIRED' when a.closes_at is not null then 'ACCOUNT_CLOSING'
  when s.profile_id is distinct from r.profile_id or not (r.kids or not ${profiles?.isKids ?? sql<boolean>`false`}) then 'GRANT_REFUSED'
  else 'live' end)`

export type SessionState =
  | 'live'
  | 'SESSION_UNKNOWN'
  | 'SESSION_ENDED'
  | 'SESSION_EXPIRED'
  | 'ACCOUNT_CLOSING'
  | 'GRANT_REFUSED'

export async function sweepSessions(db: Db, before: Instant): Promise<void> {
  await sql`
    delete from session where session_id = any(array(
      select session_id from session where last_used_at < ${before} limit 10000))`.execute(db)
}

export type ViewerRow = {
  session_id: string
  account_id: string
  profile_id: string | null
  unlocked_until: Instant | null
  last_used_at: Instant
  ended_at: Instant | null
  parental_status: Account['parentalStatus']
  parental_version: number
  closes_at: Instant | null
  kids: boolean
  requests_kids: boolean
  /** `last_used_at` holds the value before this request's update. */
  touched?: boolean
}

type ViewerLookup = {
  tokenHash: Buffer
  /** Omitted when the last use is known to be after `before`: the update is a third of the statement's cost. */
  touch: { at: Instant; before: Instant; expiredBefore: Instant } | undefined
  profileId: string | undefined
}

export type ViewerStatements = ReturnType<typeof compileViewerStatements>

export function compileViewerStatements(profiles: ViewerProfiles | undefined) {
  const find = compileOnce<{ tokenHash: Buffer }, ViewerRow>((values) =>
    viewerQuery({ tokenHash: values.tokenHash, profiles }),
  )
  const findWithProfile = compileOnce<{ tokenHash: Buffer; profileId: string }, ViewerRow>(({ tokenHash, profileId }) =>
    viewerQuery({ tokenHash, profileId, profiles }),
  )
  return { profiles, find, findWithProfile }
}

/** One statement for the session, active or not, its profile and its last use. */
export async function findViewer(
  db: Db,
  { profiles, find, findWithProfile }: ViewerStatements,
  { tokenHash, profileId, touch }: ViewerLookup,
): Promise<ViewerRow | undefined> {
  const [row] = await (touch
    ? findAndTouch(db, viewerQuery({ tokenHash, profileId, profiles }), touch)
    : profileId === undefined
      ? find(db, { tokenHash })
      : findWithProfile(db, { tokenHash, profileId }))
  return row
}

function viewerQuery(session: {
  tokenHash: Buffer | RawBuilder<Buffer>
  profileId?: string | RawBuilder<string> | undefined
  profiles: ViewerProfiles | undefined
}): RawBuilder<ViewerRow> {
  const { tokenHash, profileId, profiles } = session
  const requestsKids = profiles && profileId !== undefined ? profiles.isKidsProfile(profileId) : sql<boolean>`false`
  return sql<ViewerRow>`
    select s.session_id, s.account_id, s.profile_id, s.unlocked_until, s.last_used_at, s.ended_at, a.parental_status, a.parental_version,
      a.closes_at,
      ${profiles?.isKids ?? sql<boolean>`false`} as kids, ${requestsKids} as requests_kids
    from session s join account a on a.account_id = s.account_id
    where s.token_hash = ${tokenHash}`
}

async function findAndTouch(
  db: Db,
  viewer: RawBuilder<ViewerRow>,
  touch: NonNullable<ViewerLookup['touch']>,
): Promise<ViewerRow[]> {
  const { rows } = await sql<ViewerRow>`
    with seen as (${viewer}), touched as (
      update session set last_used_at = ${touch.at} from seen
      where session.session_id = seen.session_id and session.ended_at is null
        and session.last_used_at > ${touch.expiredBefore} and session.last_used_at <= ${touch.before}
      returning true
    )
    select *, exists (select from touched) as touched from seen`.execute(db)
  return rows
}

import { type Generated, sql } from 'kysely'
import type { Genre } from '#contract/genres.ts'
import type { Db } from '#server/kit/db.ts'
import type { ViewerProfiles } from '../accounts/index.ts'

type Instant = Temporal.Instant

interface ProfileTable {
  profile_id: string
  account_id: string
  name: string
  avatar_id: string
  kids: boolean
  genres: Generated<Genre[]>
  is_first: boolean
  created_at: Instant
  last_used_at: Instant | null
  deleted_at: Instant | null
}

declare module '#server/kit/db.ts' {
  interface Database {
    profile: ProfileTable
    parental_reset: {
      token_hash: Buffer
      account_id: string
      session_id: string
      expires_at: Instant
      used_at: Instant | null
    }
  }
}

export type ProfileRow = {
  profileId: string
  name: string
  avatarId: string
  kids: boolean
  genres: Genre[]
  isFirst: boolean
  createdAt: Instant
  lastUsedAt: Instant | null
}

const columns = [
  'profile_id as profileId',
  'name',
  'avatar_id as avatarId',
  'kids',
  'genres',
  'is_first as isFirst',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const

const activeProfiles = (db: Db, accountId: string) =>
  db.selectFrom('profile').select(columns).where('account_id', '=', accountId).where('deleted_at', 'is', null)

export const findProfiles = (db: Db, accountId: string): Promise<ProfileRow[]> =>
  activeProfiles(db, accountId)
    .orderBy('last_used_at', (order) => order.desc().nullsLast())
    .orderBy('is_first', 'desc')
    .orderBy('created_at')
    .orderBy('profile_id')
    .execute()

/** Undefined for another account's. */
export const findProfile = (
  db: Db,
  { accountId, profileId }: { accountId: string; profileId: string },
): Promise<ProfileRow | undefined> =>
  activeProfiles(db, accountId).where('profile_id', '=', profileId).executeTakeFirst()

type NewProfile = {
  profileId: string
  accountId: string
  name: string
  avatarId: string
  kids: boolean
  isFirst: boolean
  at: Instant
}

export async function insertProfile(
  db: Db,
  { profileId, accountId, name, avatarId, kids, isFirst, at }: NewProfile,
): Promise<void> {
  await db
    .insertInto('profile')
    .values({
      profile_id: profileId,
      account_id: accountId,
      name,
      avatar_id: avatarId,
      kids,
      is_first: isFirst,
      created_at: at,
      last_used_at: null,
      deleted_at: null,
    })
    .execute()
}

/** Omitted columns keep their values. */
export type ProfileWrite = Partial<Pick<ProfileTable, 'name' | 'avatar_id' | 'kids' | 'last_used_at'>> & {
  genres?: Genre[]
}

export async function updateProfile(
  db: Db,
  { profileId, set }: { profileId: string; set: ProfileWrite },
): Promise<void> {
  const defined = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  if (Object.keys(defined).length === 0) return
  await db.updateTable('profile').set(defined).where('profile_id', '=', profileId).execute()
}

export async function deleteProfile(db: Db, profileId: string): Promise<void> {
  await db.deleteFrom('profile').where('profile_id', '=', profileId).execute()
}

/** Keeps the sessions of a deleted kids profile in kids mode. */
export async function insertTombstone(
  db: Db,
  { profileId, accountId, at }: { profileId: string; accountId: string; at: Instant },
): Promise<void> {
  const row = { profileId, accountId, name: '', avatarId: '', kids: true, isFirst: false, at }
  await insertProfile(db, row)
  await db.updateTable('profile').set({ deleted_at: at }).where('profile_id', '=', profileId).execute()
}

export async function sweepTombstones(db: Db, expiredBefore: Instant): Promise<void> {
  await sql`
    delete from profile p where p.deleted_at is not null and not exists (
      select from session s where s.account_id = p.account_id and s.profile_id = p.profile_id
        and s.ended_at is null and s.last_used_at > ${expiredBefore})`.execute(db)
}

export async function isInUse(
  db: Db,
  { accountId, profileId, expiredBefore }: { accountId: string; profileId: string; expiredBefore: Instant },
): Promise<boolean> {
  const { rows } = await sql`
    select from session where account_id = ${accountId} and profile_id = ${profileId}
      and ended_at is null and last_used_at > ${expiredBefore} limit 1`.execute(db)
  return rows.length > 0
}

/** A deleted one counts as kids. */
export async function findSessionProfile(
  db: Db,
  sessionId: string,
): Promise<{ profileId: string | null; kids: boolean }> {
  const { rows } = await sql<{ profileId: string | null; kids: boolean }>`
    select s.profile_id as "profileId", s.profile_id is not null and coalesce(p.kids, true) as kids
    from session s left join profile p on p.profile_id = s.profile_id
    where s.session_id = ${sessionId}`.execute(db)
  return rows[0] ?? { profileId: null, kids: true }
}

export async function deleteProfiles(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('profile').where('account_id', '=', accountId).execute()
}

/** A deleted profile counts as kids. */
export const viewerProfiles: ViewerProfiles = {
  isKids: sql<boolean>`(s.profile_id is not null
    and coalesce((select own.kids from profile own where own.profile_id = s.profile_id), true))`,
  isKidsProfile: (profileId) => sql<boolean>`exists (
    select from profile named where named.profile_id = ${profileId} and named.account_id = s.account_id
      and named.kids and named.deleted_at is null)`,
}

type TokenKey = { tokenHash: Buffer; accountId: string; sessionId: string }

export async function insertResetToken(
  db: Db,
  { tokenHash, accountId, sessionId, expiresAt }: TokenKey & { expiresAt: Instant },
): Promise<void> {
  const row = { token_hash: tokenHash, account_id: accountId, session_id: sessionId, expires_at: expiresAt }
  await db
    .insertInto('parental_reset')
    .values({ ...row, used_at: null })
    .execute()
}

export async function isResetTokenValid(db: Db, { tokenHash, accountId, sessionId, now }: TokenKey & { now: Instant }) {
  const { rows } = await sql`
    select from parental_reset where token_hash = ${tokenHash} and account_id = ${accountId}
      and session_id = ${sessionId} and used_at is null and expires_at > ${now}`.execute(db)
  return rows.length > 0
}

/** @returns true for one of concurrent calls */
export async function markResetTokenUsed(
  db: Db,
  { tokenHash, accountId, sessionId, now }: TokenKey & { now: Instant },
): Promise<boolean> {
  const { rows } = await sql`
    update parental_reset set used_at = ${now} where token_hash = ${tokenHash} and account_id = ${accountId}
      and session_id = ${sessionId} and used_at is null and expires_at > ${now}
    returning token_hash`.execute(db)
  return rows.length > 0
}

export async function sweepResetTokens(db: Db, now: Instant): Promise<void> {
  await db.deleteFrom('parental_reset').where('expires_at', '<=', now).execute()
}

import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    parental_reset: {
      token_hash: Buffer
      account_id: string
      session_id: string
      expires_at: Instant
      used_at: Instant | null
    }
  }
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

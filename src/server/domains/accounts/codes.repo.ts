import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { IssuedCode } from './codes.rules.ts'

type Instant = Temporal.Instant

export type CodePurpose = 'register' | 'reset' | 'email' | 'parental'
export type CodeKey = { purpose: CodePurpose; subject: string }

declare module '#server/kit/db.ts' {
  interface Database {
    verification_code: {
      purpose: CodePurpose
      subject: string
      code_hash: Buffer | null
      sent_to: string
      tries: number
      made_at: Instant
      expires_at: Instant
      used_at: Instant | null
    }
  }
}

type NewCode = CodeKey & { codeHash: Buffer | null; sentTo: string; at: Instant; expiresAt: Instant }

/** Stores a code; replaces the previous one of this purpose and subject. */
export async function upsertCode(
  db: Db,
  { purpose, subject, codeHash, sentTo, at, expiresAt }: NewCode,
): Promise<void> {
  await sql`
    insert into verification_code (purpose, subject, code_hash, sent_to, made_at, expires_at)
    values (${purpose}, ${subject}, ${codeHash}, ${sentTo}, ${at}, ${expiresAt})
    on conflict (purpose, subject) do update set code_hash = excluded.code_hash, sent_to = excluded.sent_to, tries = 0,
      made_at = excluded.made_at, expires_at = excluded.expires_at, used_at = null`.execute(db)
}

/** Reads a code and locks its row until the transaction ends. */
export async function lockCode(db: Db, { purpose, subject }: CodeKey): Promise<IssuedCode | undefined> {
  const row = await db
    .selectFrom('verification_code')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      codeHash: row.code_hash,
      sentTo: row.sent_to,
      tries: row.tries,
      expiresAt: row.expires_at,
      usedAt: row.used_at,
    }
  )
}

export async function countFailedAttempt(db: Db, { purpose, subject }: CodeKey): Promise<void> {
  await sql`
    update verification_code set tries = tries + 1 where purpose = ${purpose} and subject = ${subject}`.execute(db)
}

export async function markCodeUsed(db: Db, { purpose, subject, at }: CodeKey & { at: Instant }): Promise<void> {
  await sql`
    update verification_code set used_at = ${at} where purpose = ${purpose} and subject = ${subject}`.execute(db)
}

/** Deletes the codes of these subjects. */
export async function deleteCodes(db: Db, subjects: readonly string[]): Promise<void> {
  await sql`delete from verification_code where subject = any(${subjects})`.execute(db)
}

/** Deletes codes that expired before an instant. */
export async function sweepCodes(db: Db, before: Instant): Promise<void> {
  await sql`delete from verification_code where expires_at < ${before}`.execute(db)
}

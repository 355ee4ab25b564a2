import { type Generated, sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'

type Instant = Temporal.Instant

export type CodePurpose = 'register' | 'reset' | 'email' | 'parental' | 'contact'
export type CodeKey = { purpose: CodePurpose; subject: string }

declare module '#server/kit/db.ts' {
  interface Database {
    verification_code: {
      purpose: CodePurpose
      subject: string
      code_hash: Buffer | null
      sent_to: string
      tries: number
      requested_by: Buffer | null
      tries_of_others: Generated<number>
      made_at: Instant
      expires_at: Instant
      used_at: Instant | null
    }
  }
}

export type IssuedCode = {
  /** Null for a decoy, which never verifies. */
  codeHash: Buffer | null
  sentTo: string
  /** The requesting device. */
  requestedBy: Buffer | null
  tries: number
  triesOfOthers: number
  expiresAt: Instant
  usedAt: Instant | null
}

type NewCode = CodeKey & {
  codeHash: Buffer | null
  sentTo: string
  requestedBy: Buffer
  at: Instant
  expiresAt: Instant
}

/** Replaces the previous code of this purpose and subject. */
export async function upsertCode(
  db: Db,
  { purpose, subject, codeHash, sentTo, requestedBy, at, expiresAt }: NewCode,
): Promise<void> {
  await sql`
    insert into verification_code (purpose, subject, code_hash, sent_to, requested_by, made_at, expires_at)
    values (${purpose}, ${subject}, ${codeHash}, ${sentTo}, ${requestedBy}, ${at}, ${expiresAt})
    on conflict (purpose, subject) do update set code_hash = excluded.code_hash, sent_to = excluded.sent_to, tries = 0,
      requested_by = excluded.requested_by, tries_of_others = 0, made_at = excluded.made_at, expires_at = excluded.expires_at, used_at = null`.execute(
    db,
  )
}

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
      requestedBy: row.requested_by,
      tries: row.tries,
      triesOfOthers: row.tries_of_others,
      expiresAt: row.expires_at,
      usedAt: row.used_at,
    }
  )
}

export async function countFailedAttempt(
  db: Db,
  { purpose, subject, isRequester }: CodeKey & { isRequester: boolean },
): Promise<void> {
  const column = sql.ref(isRequester ? 'tries' : 'tries_of_others')
  await sql`
    update verification_code set ${column} = ${column} + 1 where purpose = ${purpose} and subject = ${subject}`.execute(
    db,
  )
}

export async function markCodeUsed(db: Db, { purpose, subject, at }: CodeKey & { at: Instant }): Promise<void> {
  await sql`
    update verification_code set used_at = ${at} where purpose = ${purpose} and subject = ${subject}`.execute(db)
}

export async function deleteCodes(db: Db, subjects: readonly string[]): Promise<void> {
  await sql`delete from verification_code where subject = any(${subjects})`.execute(db)
}

export async function sweepCodes(db: Db, before: Instant): Promise<void> {
  await sql`delete from verification_code where expires_at < ${before}`.execute(db)
}

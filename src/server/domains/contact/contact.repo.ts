import type { Generated } from 'kysely'
import type { ContactTheme } from '#contract/contact.ts'
import type { Language } from '#contract/languages.ts'
import { type Db, sql } from '#server/kit/db.ts'
import type { OperatorAction } from '../audit/index.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    contact_message: {
      case_number: string
      submission_hash: Buffer | null
      account_id: string | null
      language: Language
      theme: ContactTheme
      state: Generated<ContactState>
      sealed: Buffer
      sealed_answers: Generated<Buffer | null>
      upload_id: string | null
      sent_at: Instant
      answered_at: Generated<Instant | null>
      closed_at: Generated<Instant | null>
    }
  }
}

export interface SealedCase extends ContactCase {
  readonly sealed: Buffer
  readonly sealedAnswers: Buffer | null
}

export interface NewCase {
  readonly caseNumber: string
  readonly submissionHash: Buffer | null
  readonly accountId: string | null
  readonly language: Language
  readonly theme: ContactTheme
  readonly sealed: Buffer
  readonly uploadId: string | null
  readonly at: Instant
}

const facts = sql`case_number as "caseNumber", account_id as "accountId", language, theme, state, upload_id as "uploadId",
  sent_at as "sentAt", answered_at as "answeredAt", closed_at as "closedAt"`
const columns = sql`${facts}, sealed, sealed_answers as "sealedAnswers"`

/** @returns false when the case number is taken */
export async function insertCase(tx: Db, { caseNumber, submissionHash, ...message }: NewCase): Promise<boolean> {
  const inserted = await tx
    .insertInto('contact_message')
    .values({
      case_number: caseNumber,
      submission_hash: submissionHash,
      account_id: message.accountId,
      language: message.language,
      theme: message.theme,
      sealed: message.sealed,
      upload_id: message.uploadId,
      sent_at: message.at,
    })
    .onConflict((conflict) => conflict.column('case_number').doNothing())
    .returning('case_number')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findSubmitted(db: Db, submissionHash: Buffer): Promise<string | undefined> {
  const found = await db
    .selectFrom('contact_message')
    .select('case_number')
    .where('submission_hash', '=', submissionHash)
    .executeTakeFirst()
  return found?.case_number
}

export async function findCases(
  db: Db,
  { state, limit }: { state: ContactState; limit: number },
): Promise<ContactCase[]> {
  const { rows } = await sql<ContactCase>`
    select ${facts} from contact_message where state = ${state} order by sent_at, case_number limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function lockCase(tx: Db, caseNumber: string): Promise<SealedCase | undefined> {
  const { rows } = await sql<SealedCase>`
    select ${columns} from contact_message where case_number = ${caseNumber} for update`.execute(tx)
  return rows[0]
}

export async function findOfAccount(db: Db, accountId: string): Promise<SealedCase[]> {
  const { rows } = await sql<SealedCase>`
    select ${columns} from contact_message where account_id = ${accountId} order by sent_at`.execute(db)
  return rows
}

type Answered = { caseNumber: string; sealedAnswers: Buffer; at: Instant }

export async function writeAnswers(tx: Db, { caseNumber, sealedAnswers, at }: Answered): Promise<void> {
  await sql`
    update contact_message set sealed_answers = ${sealedAnswers}, answered_at = ${at}, state = 'answered', closed_at = null
    where case_number = ${caseNumber}`.execute(tx)
}

export async function writeClosed(tx: Db, { caseNumber, at }: { caseNumber: string; at: Instant }): Promise<void> {
  await sql`update contact_message set state = 'closed', closed_at = ${at} where case_number = ${caseNumber}`.execute(
    tx,
  )
}

export async function closeAnswered(tx: Db, { before, at }: { before: Instant; at: Instant }): Promise<void> {
  await sql`
    update contact_message set state = 'closed', closed_at = ${at}
    where state = 'answered' and answered_at <= ${before}`.execute(tx)
}

/** Deletes the cases that were closed before an instant. @returns the images that they held */
export async function deleteClosed(tx: Db, before: Instant): Promise<string[]> {
  const { rows } = await sql<{ id: string | null }>`
    delete from contact_message where closed_at <= ${before} returning upload_id as id`.execute(tx)
  return rows.flatMap(({ id }) => id ?? [])
}

/** Deletes the cases of an account. @returns the images that they held */
export async function deleteOfAccount(tx: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string | null }>`
    delete from contact_message where account_id = ${accountId} returning upload_id as id`.execute(tx)
  return rows.flatMap(({ id }) => id ?? [])
}

export async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from contact_message where state = 'open'`.execute(db)
  return rows[0]?.count ?? 0
}

export const CONTACT_STATES = ['open', 'answered', 'closed'] as const
export type ContactState = (typeof CONTACT_STATES)[number]

/** `phone` is E.164. `loginAccount` may be empty. */
export interface ContactText {
  readonly name: string
  readonly phone: string
  readonly loginAccount: string
  readonly email: string
  readonly device: string
  readonly content: string
}

/** `image` is the token of an upload. */
export interface ContactDraft extends ContactText {
  readonly theme: ContactTheme
  readonly code: string
  readonly copyToSelf: boolean
  readonly image?: string | undefined
  readonly submissionId?: string | undefined
}

export interface ContactAnswer {
  readonly text: string
  /** ISO 8601 */
  readonly at: string
}

/** Readable without opening the message. */
export interface ContactCase {
  readonly caseNumber: string
  readonly accountId: string | null
  readonly language: Language
  readonly theme: ContactTheme
  readonly state: ContactState
  readonly uploadId: string | null
  readonly sentAt: Instant
  readonly answeredAt: Instant | null
  readonly closedAt: Instant | null
}

export interface OpenedCase extends ContactCase, ContactText {
  readonly answers: readonly ContactAnswer[]
}

export type CaseAction = OperatorAction & { readonly caseNumber: string }

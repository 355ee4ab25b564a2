import type { Generated, Kysely } from 'kysely'
import type { CaseKind } from '#contract/admin/contact.ts'
import type { ContactTheme } from '#contract/contact.ts'
import type { Language } from '#contract/languages.ts'
import { type Database, type Db, sql } from '#server/kit/db.ts'
import { type KeysetPage, readPage } from '#server/kit/keyset.ts'
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
      kind: Generated<CaseKind>
      due_at: Instant
      owner_id: string | null
      opened_by: string | null
      version: Generated<number>
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
  readonly kind: CaseKind
  readonly dueAt: Instant
  readonly openedBy: string | null
  readonly ownerId: string | null
}

const facts = sql`case_number as "caseNumber", account_id as "accountId", language, theme, state, upload_id as "uploadId",
  sent_at as "sentAt", answered_at as "answeredAt", closed_at as "closedAt", kind, due_at as "dueAt", owner_id as "ownerId",
  opened_by as "openedBy", version`
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
      kind: message.kind,
      due_at: message.dueAt,
      opened_by: message.openedBy,
      owner_id: message.ownerId,
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

export interface CaseQuery {
  readonly filter: {
    readonly state: ContactState
    readonly kind?: CaseKind | undefined
    readonly caseNumber?: string | undefined
    /** Null: of no one. */
    readonly ownerId?: string | null | undefined
  }
  readonly sort: 'dueAt' | '-dueAt'
  readonly after?: string | undefined
  readonly limit: number
}

export type QueuedCase = ContactCase & {
  readonly ownerName: string | null
  readonly openedByName: string | null
}

export function findCasePage(
  db: Kysely<Database>,
  { filter, sort, ...page }: CaseQuery,
): Promise<KeysetPage<QueuedCase>> {
  const { state, kind, caseNumber, ownerId } = filter
  return readPage<QueuedCase>(
    db,
    {
      columns: sql`${facts}, (select name from operator o where o.operator_id = m.owner_id) as "ownerName",
        (select name from operator o where o.operator_id = m.opened_by) as "openedByName"`,
      from: sql`contact_message m`,
      where: [
        caseNumber ? sql`case_number = ${caseNumber}` : sql`state = ${state}`,
        ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
        ...(ownerId === undefined ? [] : [ownerId === null ? sql`owner_id is null` : sql`owner_id = ${ownerId}`]),
      ],
      sort: { by: sql`due_at`, type: 'timestamptz', descending: sort.startsWith('-') },
      id: { by: sql`case_number`, type: 'text' },
    },
    page,
  )
}

/** Up to `max`. */
export async function countOpenCases(db: Db, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from contact_message where state = 'open' limit ${max}) as open`.execute(db)
  return rows[0]!.count
}

export async function findNames(
  db: Db,
  { ownerId, openedBy }: Pick<ContactCase, 'ownerId' | 'openedBy'>,
): Promise<Pick<QueuedCase, 'ownerName' | 'openedByName'>> {
  const { rows } = await sql<Pick<QueuedCase, 'ownerName' | 'openedByName'>>`
    select (select name from operator where operator_id = ${ownerId}) as "ownerName",
      (select name from operator where operator_id = ${openedBy}) as "openedByName"`.execute(db)
  return rows[0]!
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
    update contact_message set sealed_answers = ${sealedAnswers}, answered_at = ${at}, state = 'answered', closed_at = null,
      version = version + 1
    where case_number = ${caseNumber}`.execute(tx)
}

export async function writeClosed(tx: Db, { caseNumber, at }: { caseNumber: string; at: Instant }): Promise<void> {
  await sql`update contact_message set state = 'closed', closed_at = ${at}, version = version + 1
    where case_number = ${caseNumber}`.execute(tx)
}

export async function writeReopened(
  tx: Db,
  { caseNumber, state }: { caseNumber: string; state: Exclude<ContactState, 'closed'> },
): Promise<void> {
  await sql`
    update contact_message set state = ${state}, closed_at = null, version = version + 1
    where case_number = ${caseNumber}`.execute(tx)
}

export async function writeHandling(
  tx: Db,
  { caseNumber, kind, dueAt, ownerId }: Pick<ContactCase, 'caseNumber' | 'kind' | 'dueAt' | 'ownerId'>,
): Promise<void> {
  await sql`
    update contact_message set kind = ${kind}, due_at = ${dueAt}, owner_id = ${ownerId}, version = version + 1
    where case_number = ${caseNumber}`.execute(tx)
}

/** Hands the open cases of an operator over, or releases them. @returns how many */
export async function handCases(tx: Db, { from, to }: { from: string; to: string | null }): Promise<number> {
  const { rows } = await sql`
    update contact_message set owner_id = ${to}, version = version + 1
    where owner_id = ${from} and state <> 'closed' returning case_number`.execute(tx)
  return rows.length
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
  /** The name of its operator; by command none. */
  readonly by?: string
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
  readonly kind: CaseKind
  readonly dueAt: Instant
  readonly ownerId: string | null
  /** The operator who opened it; null: its sender wrote it. */
  readonly openedBy: string | null
  readonly version: number
}

export interface OpenedCase extends ContactCase, ContactText {
  readonly answers: readonly ContactAnswer[]
}

export type CaseAction = OperatorAction & { readonly caseNumber: string }

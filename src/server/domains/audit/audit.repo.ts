import { type Generated, type Kysely, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type Database, jsonOrNull, type Tx } from '#server/kit/db.ts'
import { type KeysetList, type KeysetPage, readAll, readPage } from '#server/kit/keyset.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    audit_entry: {
      audit_entry_id: Generated<number>
      at: Temporal.Instant
      actor: string
      action: string
      subject: string
      reason: string | null
      details: unknown
      operator_id: Generated<string | null>
      request_id: Generated<string | null>
      address: Generated<string | null>
      before: Generated<unknown>
      after: Generated<unknown>
      bulk_id: Generated<string | null>
    }
  }
}

/** The operator of an action, and its reason. */
export interface OperatorAction {
  /** `operatorActor`. */
  readonly actor: string
  readonly reason: string
}

/** Of the console: who was signed in, and by which request. */
export interface AuditedRequest {
  readonly operatorId?: string | undefined
  readonly requestId?: string | undefined
  readonly address?: string | undefined
}

export interface AuditEntry extends AuditedRequest {
  readonly at: Temporal.Instant
  readonly actor: string
  /** The console asks for one only where it matters. */
  readonly reason?: string | undefined
  /** A verb and its noun: `void codes`. */
  readonly action: string
  /** A noun and its id: `wallet:…`. */
  readonly subject: string
  /** Ids and changed fields; no secrets, no personal data. */
  readonly details?: Readonly<Record<string, unknown>>
  /** The changed fields, as they were and as they are. */
  readonly before?: Readonly<Record<string, unknown>> | undefined
  readonly after?: Readonly<Record<string, unknown>> | undefined
  /** The job of many changes that this one is part of. */
  readonly bulkId?: string | undefined
}

/** The actor of what an operator does. Bookings and plan versions name it too. */
export const operatorActor = (name: string): string => `operator:${name.trim()}`

/** Records what an operator does, in the transaction that does it. */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  const {
    at,
    actor,
    action,
    subject,
    reason,
    operatorId,
    requestId,
    address,
    details = {},
    before,
    after,
    bulkId,
  } = entry
  await tx
    .insertInto('audit_entry')
    .values({
      at,
      actor,
      action,
      subject,
      reason: reason ?? null,
      details: JSON.stringify(details),
      operator_id: operatorId ?? null,
      request_id: requestId ?? null,
      address: address ?? null,
      before: jsonOrNull(before ?? null),
      after: jsonOrNull(after ?? null),
      bulk_id: bulkId ?? null,
    })
    .execute()
}

/** What a form shows that was opened before another operator saved: what is there now, by whom, since when. */
export async function versionConflict(
  tx: Tx,
  { subject, current }: { subject: string; current: Readonly<Record<string, unknown>> },
): Promise<AppError> {
  const last = await tx
    .selectFrom('audit_entry')
    .select(['actor', 'at'])
    .where('subject', '=', subject)
    .where((entry) => entry.or([entry('before', 'is not', null), entry('after', 'is not', null)]))
    .orderBy('audit_entry_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const at = last?.at ?? Temporal.Instant.fromEpochMilliseconds(0)
  return new AppError('VERSION_CONFLICT', { current, by: last?.actor ?? '', at: at.toString() })
}

interface Summed {
  readonly action: string
  /** A number in the details. */
  readonly detail: string
  readonly since: Temporal.Instant
  readonly subject?: string
  readonly operatorId?: string
}

/** Of the entries of one action that an operator made alone: those that another one approved do not count. Without signs. */
export async function sumAudited(tx: Tx, { action, detail, since, subject, operatorId }: Summed): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(abs((details->>${detail}::text)::bigint)), 0)::bigint as sum from audit_entry
    where action = ${action} and at > ${since} and not details ? 'approvedBy'
      and ${subject === undefined ? sql`true` : sql`subject = ${subject}`}
      and ${operatorId === undefined ? sql`true` : sql`operator_id = ${operatorId}`}`.execute(tx)
  return rows[0]!.sum
}

export interface AuditFilter {
  readonly operatorId?: string | undefined
  readonly action?: string | undefined
  /** A noun and its id, or the noun alone. */
  readonly subject?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
}

export interface AuditRow {
  readonly auditEntryId: number
  readonly at: Temporal.Instant
  readonly actor: string
  readonly operatorId: string | null
  readonly action: string
  readonly subject: string
  readonly reason: string | null
  readonly before: unknown
  readonly after: unknown
  readonly details: unknown
  readonly requestId: string | null
  readonly address: string | null
}

export interface AuditQuery {
  readonly filter: AuditFilter
  readonly sort: '-at' | 'at'
}

export const findAuditEntries = (
  db: Kysely<Database>,
  { after, limit, ...query }: AuditQuery & { after?: string | undefined; limit: number },
): Promise<KeysetPage<AuditRow>> => readPage<AuditRow>(db, listOf(query), { after, limit })

/** All of a filter, in parts. */
export const readAuditEntries = (tx: Tx, query: AuditQuery): AsyncGenerator<AuditRow[]> =>
  readAll<AuditRow>(tx, listOf(query))

function listOf({ filter, sort }: AuditQuery): KeysetList {
  const { operatorId, action, subject, from, until } = filter
  return {
    columns: sql`audit_entry_id as "auditEntryId", at, actor, operator_id as "operatorId", action, subject, reason,
      before, after, details, request_id as "requestId", host(address) as address`,
    from: sql`audit_entry`,
    where: [
      ...(operatorId === undefined ? [] : [sql`operator_id = ${operatorId}`]),
      ...(action === undefined ? [] : [sql`action = ${action}`]),
      ...(subject === undefined ? [] : [ofSubject(subject)]),
      ...(from === undefined ? [] : [sql`at >= ${from}::timestamptz`, sql`audit_entry_id >= ${firstIdAt(from)}`]),
      ...(until === undefined ? [] : [sql`at < ${until}::timestamptz`, sql`audit_entry_id <= ${lastIdAt(until)}`]),
    ],
    // Entries are numbered in the order of their time.
    sort: { by: sql`audit_entry_id`, type: 'bigint', descending: sort === '-at' },
    id: { by: sql`audit_entry_id`, type: 'bigint' },
  }
}

/**
 * Entries are numbered in the order of their time, but for those that were written at once: an hour is more than any transaction lasts. Without
 * these bounds a list of an old month reads all that is newer.
 */
const firstIdAt = (from: string) => sql`(
  select e.audit_entry_id from audit_entry e where e.at >= ${from}::timestamptz - interval '1 hour' order by e.at limit 1)`
const lastIdAt = (until: string) => sql`(
  select e.audit_entry_id from audit_entry e where e.at < ${until}::timestamptz + interval '1 hour' order by e.at desc limit 1)`

const ofSubject = (subject: string) =>
  subject.includes(':') ? sql`subject = ${subject}` : sql`subject like ${`${subject.replaceAll(/[\\%_]/g, '\\$&')}:%`}`

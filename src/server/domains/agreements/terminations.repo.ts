import { sql } from 'kysely'
import type { RenewingKind } from '#contract/plans.ts'
import type { Db, Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { type KeysetPage, readPage } from '#server/kit/keyset.ts'
import { type Lease, leaseDueRows } from '#server/kit/lease.ts'
import type { AbandonedEnding, TerminationQuery, MandateTermination, NewTermination } from './ports.ts'

type Instant = Temporal.Instant

export const TERMINATION_CHANNEL = 'mandate_termination'

interface TerminationRow {
  termination_id: string
  kind: RenewingKind
  provider_reference: string
  agreement_id: string
  requested_at: Instant
  actor: string
  operator_id: string | null
  reason: string
  due_at: Instant | null
  tries: number
  outcome: AbandonedEnding | null
  finished_at: Instant | null
}

declare module '#server/kit/db.ts' {
  interface Database {
    mandate_termination: TerminationRow
  }
}

const terminationOf = (row: TerminationRow): MandateTermination => ({
  terminationId: row.termination_id,
  kind: row.kind,
  providerReference: row.provider_reference,
  agreementId: row.agreement_id,
  requestedAt: row.requested_at,
  actor: row.actor,
  operatorId: row.operator_id,
  reason: row.reason,
  tries: row.tries,
  outcome: row.outcome,
  finishedAt: row.finished_at,
})

/** Due at once. */
export async function insertTermination(tx: Tx, termination: NewTermination, at: Instant): Promise<string> {
  const terminationId = newId()
  await tx
    .insertInto('mandate_termination')
    .values({
      termination_id: terminationId,
      kind: termination.kind,
      provider_reference: termination.providerReference,
      agreement_id: termination.agreementId,
      requested_at: at,
      actor: termination.actor,
      operator_id: termination.operatorId,
      reason: termination.reason,
      due_at: at,
      tries: 0,
      outcome: null,
      finished_at: null,
    })
    .execute()
  await sql`select pg_notify(${TERMINATION_CHANNEL}, '')`.execute(tx)
  return terminationId
}

const DUE = { table: 'mandate_termination', key: 'termination_id', dueAt: 'due_at', set: sql`tries = tries + 1` }

export const leaseDueTerminations = async (db: Db, lease: Lease): Promise<MandateTermination[]> =>
  (await leaseDueRows<TerminationRow>(db, DUE, lease)).map(terminationOf)

/** @returns undefined when another worker has finished it */
export async function finishTermination(
  tx: Tx,
  { terminationId, outcome, at }: { terminationId: string; outcome: AbandonedEnding; at: Instant },
): Promise<MandateTermination | undefined> {
  const row = await tx
    .updateTable('mandate_termination')
    .set({ outcome, finished_at: at, due_at: null })
    .where('termination_id', '=', terminationId)
    .where('finished_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && terminationOf(row)
}

export async function deferTermination(
  db: Db,
  { terminationId, at }: { terminationId: string; at: Instant },
): Promise<void> {
  await db
    .updateTable('mandate_termination')
    .set({ due_at: at })
    .where('termination_id', '=', terminationId)
    .where('finished_at', 'is', null)
    .execute()
}

export async function listTerminations(
  db: Db,
  { sort, after, limit }: TerminationQuery,
): Promise<KeysetPage<MandateTermination>> {
  const page = await readPage<TerminationRow>(
    db,
    {
      columns: sql`mandate_termination.*`,
      from: sql`mandate_termination`,
      where: [],
      sort: { by: sql`requested_at`, type: 'timestamptz', descending: sort.startsWith('-') },
      id: { by: sql`termination_id`, type: 'text' },
    },
    { after, limit },
  )
  return { ...page, list: page.list.map(terminationOf) }
}

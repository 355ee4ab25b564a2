import { sql } from 'kysely'
import type { Db, Tx } from '#server/kit/db.ts'
import { type Lease, leaseDueRows } from '#server/kit/lease.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    customer_note: { note_id: string; account_id: string; operator_id: string; text: string; at: Instant }
    customer_hold: { account_id: string; operator_id: string; reason: string; at: Instant; until: Instant }
    plan_cancellation: {
      account_id: string
      operator_id: string
      agreement_id: string | null
      at: Instant
      due_at: Instant
      attempts: number
    }
  }
}

export interface Note {
  readonly noteId: string
  readonly at: Instant
  readonly by: string
  readonly text: string
}

interface NewNote {
  readonly noteId: string
  readonly accountId: string
  readonly operatorId: string
  readonly text: string
  readonly at: Instant
}

export async function insertNote(tx: Tx, { noteId, accountId, operatorId, text, at }: NewNote): Promise<void> {
  await tx
    .insertInto('customer_note')
    .values({ note_id: noteId, account_id: accountId, operator_id: operatorId, text, at })
    .execute()
}

export async function findNotes(db: Db, accountId: string, limit: number): Promise<Note[]> {
  const { rows } = await sql<Note>`
    select n.note_id as "noteId", n.at, o.name as by, n.text
    from customer_note n join operator o using (operator_id)
    where n.account_id = ${accountId} order by n.at desc, n.note_id limit ${limit}`.execute(db)
  return rows
}

/** Undefined once it is over. */
export async function findHold(
  db: Db,
  { accountId, now }: { accountId: string; now: Instant },
): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('customer_hold')
    .select('until')
    .where('account_id', '=', accountId)
    .where('until', '>', now)
    .executeTakeFirst()
  return row?.until
}

interface Hold {
  readonly accountId: string
  readonly operatorId: string
  readonly reason: string
  readonly at: Instant
  readonly until: Instant
}

/** Replaces the former one. */
export async function upsertHold(tx: Tx, { accountId, operatorId, reason, at, until }: Hold): Promise<void> {
  const row = { operator_id: operatorId, reason, at, until }
  await tx
    .insertInto('customer_hold')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

interface NewCancellation {
  readonly accountId: string
  readonly agreementId: string
  readonly operatorId: string
  readonly at: Instant
}

/** @returns false when one waits already */
export async function insertCancellation(
  tx: Tx,
  { accountId, agreementId, operatorId, at }: NewCancellation,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('plan_cancellation')
    .values({ account_id: accountId, agreement_id: agreementId, operator_id: operatorId, at, due_at: at, attempts: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function hasCancellation(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('plan_cancellation')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

export interface Cancellation {
  readonly accountId: string
  /** Undefined in one of before: of the plan that the account has. */
  readonly agreementId: string | undefined
  readonly operatorId: string
  /** With the one that begins. */
  readonly attempts: number
}

type CancellationRow = { account_id: string; agreement_id: string | null; operator_id: string; attempts: number }

export async function leaseCancellations(db: Db, lease: Lease): Promise<Cancellation[]> {
  const rows = await leaseDueRows<CancellationRow>(
    db,
    { table: 'plan_cancellation', key: 'account_id', dueAt: 'due_at', set: sql`attempts = attempts + 1` },
    lease,
  )
  return rows.map(({ account_id, agreement_id, operator_id, attempts }) => ({
    accountId: account_id,
    agreementId: agreement_id ?? undefined,
    operatorId: operator_id,
    attempts,
  }))
}

export async function reschedule(db: Db, { accountId, dueAt }: { accountId: string; dueAt: Instant }): Promise<void> {
  await db.updateTable('plan_cancellation').set({ due_at: dueAt }).where('account_id', '=', accountId).execute()
}

/** @returns the name of the operator who asked; undefined when another node has recorded the outcome */
export async function takeCancellation(tx: Tx, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    with gone as (delete from plan_cancellation where account_id = ${accountId} returning operator_id)
    select o.name from gone join operator o using (operator_id)`.execute(tx)
  return rows[0]?.name
}

/** By which the provider renews the plan: what can be cancelled. */
export async function findRenewal(tx: Tx, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ agreementId: string }>`
    select agreement_id as "agreementId" from subscription
    where account_id = ${accountId} and agreement_id is not null and state in ('trial', 'active', 'past_due')`.execute(
    tx,
  )
  return rows[0]?.agreementId
}

export async function eraseCare(tx: Db, accountId: string): Promise<void> {
  for (const table of ['customer_note', 'customer_hold', 'plan_cancellation', 'number_change'] as const)
    await tx.deleteFrom(table).where('account_id', '=', accountId).execute()
}

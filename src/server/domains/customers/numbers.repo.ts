import type { Db, Tx } from '#server/kit/db.ts'
import { sql } from '#server/kit/db.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    number_change: {
      account_id: string
      number: string
      operator_id: string
      decided_by: string | null
      at: Instant
      due_at: Instant
    }
  }
}

interface NewNumberChange {
  readonly accountId: string
  readonly number: string
  readonly operatorId: string
  readonly decidedBy: string | null
  readonly at: Instant
  readonly dueAt: Instant
}

/** @returns false when the account or the number has one */
export async function insertNumberChange(tx: Tx, change: NewNumberChange): Promise<boolean> {
  const { rows } = await sql`
    insert into number_change (account_id, number, operator_id, decided_by, at, due_at)
    values (${change.accountId}, ${change.number}, ${change.operatorId}, ${change.decidedBy}, ${change.at}, ${change.dueAt})
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

export interface PendingNumber {
  readonly number: string
  readonly dueAt: Instant
}

export async function findNumberChange(db: Db, accountId: string): Promise<PendingNumber | undefined> {
  const { rows } = await sql<PendingNumber>`
    select number, due_at as "dueAt" from number_change where account_id = ${accountId}`.execute(db)
  return rows[0]
}

export async function findDueNumberChanges(db: Db, { now, limit }: { now: Instant; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from number_change
    where due_at <= ${now} order by due_at, account_id limit ${limit}`.execute(db)
  return rows.map(({ accountId }) => accountId)
}

export interface TakenNumberChange extends PendingNumber {
  readonly operatorId: string
  readonly operatorName: string
}

/** @returns undefined when it was cancelled, or another node carries it out */
export async function takeNumberChange(tx: Tx, accountId: string): Promise<TakenNumberChange | undefined> {
  const { rows } = await sql<TakenNumberChange>`
    with gone as (delete from number_change where account_id = ${accountId} returning number, due_at, operator_id)
    select g.number, g.due_at as "dueAt", g.operator_id as "operatorId", o.name as "operatorName"
    from gone g join operator o using (operator_id)`.execute(tx)
  return rows[0]
}

import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { CycleKind, CycleRow } from './subscription.rules.ts'

type Instant = Temporal.Instant

interface CycleTable {
  subscription_id: string
  cycle: number
  kind: CycleKind
  starts_at: Instant
  ends_at: Instant
  plan_version_id: string
  order_id: string | null
  refunded_cents: number
  voided_at: Instant | null
  lot_id: number | null
  granted_at: Instant | null
}

declare module '#server/kit/db.ts' {
  interface Database {
    subscription_cycle: CycleTable
    subscription_hold: {
      refund_id: string
      order_id: string
      cents: number
      hold_transfer_id: number | null
      released_at: Instant | null
    }
  }
}

const cycleOf = (row: CycleTable): CycleRow => ({
  subscriptionId: row.subscription_id,
  cycle: row.cycle,
  kind: row.kind,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  planVersionId: row.plan_version_id,
  orderId: row.order_id,
  refundedCents: row.refunded_cents,
  voidedAt: row.voided_at,
  lotId: row.lot_id,
  grantedAt: row.granted_at,
})

export type NewCycle = Pick<
  CycleRow,
  'subscriptionId' | 'cycle' | 'kind' | 'startsAt' | 'endsAt' | 'planVersionId' | 'orderId'
>

export async function insertCycle(tx: Db, cycle: NewCycle): Promise<void> {
  await tx
    .insertInto('subscription_cycle')
    .values({
      subscription_id: cycle.subscriptionId,
      cycle: cycle.cycle,
      kind: cycle.kind,
      starts_at: cycle.startsAt,
      ends_at: cycle.endsAt,
      plan_version_id: cycle.planVersionId,
      order_id: cycle.orderId,
      refunded_cents: 0,
      voided_at: null,
      lot_id: null,
      granted_at: null,
    })
    .execute()
}

type CycleKey = { subscriptionId: string; cycle: number }

export async function findCycle(db: Db, { subscriptionId, cycle }: CycleKey): Promise<CycleRow | undefined> {
  const row = await db
    .selectFrom('subscription_cycle')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('cycle', '=', cycle)
    .executeTakeFirst()
  return row && cycleOf(row)
}

export async function findPaidCycle(db: Db, orderId: string): Promise<CycleRow | undefined> {
  const row = await db.selectFrom('subscription_cycle').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  return row && cycleOf(row)
}

export async function findCycles(db: Db, subscriptionId: string): Promise<CycleRow[]> {
  const rows = await db
    .selectFrom('subscription_cycle')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('cycle')
    .execute()
  return rows.map(cycleOf)
}

export async function updateGranted(
  tx: Db,
  { subscriptionId, cycle, lotId, at }: CycleKey & { lotId: number | null; at: Instant },
): Promise<void> {
  await tx
    .updateTable('subscription_cycle')
    .set({ lot_id: lotId, granted_at: at })
    .where('subscription_id', '=', subscriptionId)
    .where('cycle', '=', cycle)
    .execute()
}

export async function addRefunded(tx: Db, { orderId, cents }: { orderId: string; cents: number }): Promise<number> {
  const { refunded_cents } = await tx
    .updateTable('subscription_cycle')
    .set({ refunded_cents: sql`refunded_cents + ${cents}` })
    .where('order_id', '=', orderId)
    .returning('refunded_cents')
    .executeTakeFirstOrThrow()
  return refunded_cents
}

export async function updateVoided(tx: Db, { orderId, at }: { orderId: string; at: Instant }): Promise<void> {
  await tx.updateTable('subscription_cycle').set({ voided_at: at }).where('order_id', '=', orderId).execute()
}

/** Frees the number of a cycle that has not begun. Its payment stays on record. */
export async function removeQueued(tx: Db, { subscriptionId, cycle, at }: CycleKey & { at: Instant }): Promise<void> {
  await sql`
    with removed as (
      delete from subscription_cycle
      where subscription_id = ${subscriptionId} and cycle = ${cycle} and granted_at is null returning *)
    insert into subscription_removed_month
      (order_id, subscription_id, cycle, kind, starts_at, ends_at, plan_version_id, refunded_cents, removed_at)
    select order_id, subscription_id, cycle, kind, starts_at, ends_at, plan_version_id, refunded_cents, ${at}::timestamptz
    from removed where order_id is not null`.execute(tx)
}

type MovedRow = CycleKey & Pick<CycleRow, 'startsAt' | 'endsAt'>

export async function moveRow(tx: Db, { subscriptionId, cycle }: CycleKey, to: MovedRow): Promise<void> {
  await tx
    .updateTable('subscription_cycle')
    .set({ subscription_id: to.subscriptionId, cycle: to.cycle, starts_at: to.startsAt, ends_at: to.endsAt })
    .where('subscription_id', '=', subscriptionId)
    .where('cycle', '=', cycle)
    .execute()
}

export async function hasPaidAfter(db: Db, { subscriptionId, cycle }: CycleKey): Promise<boolean> {
  const row = await db
    .selectFrom('subscription_cycle')
    .select('cycle')
    .where('subscription_id', '=', subscriptionId)
    .where('cycle', '>', cycle)
    .where('order_id', 'is not', null)
    .where('voided_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type CreditHold = { refundId: string; orderId: string; cents: number; holdTransferId: number | null }

export async function insertCreditHold(
  tx: Db,
  { refundId, orderId, cents, holdTransferId }: CreditHold,
): Promise<void> {
  await tx
    .insertInto('subscription_hold')
    .values({ refund_id: refundId, order_id: orderId, cents, hold_transfer_id: holdTransferId, released_at: null })
    .execute()
}

export async function findCreditHold(tx: Db, refundId: string): Promise<CreditHold | undefined> {
  const row = await tx.selectFrom('subscription_hold').selectAll().where('refund_id', '=', refundId).executeTakeFirst()
  return row && { refundId, orderId: row.order_id, cents: row.cents, holdTransferId: row.hold_transfer_id }
}

export async function updateReleased(tx: Db, { refundId, at }: { refundId: string; at: Instant }): Promise<void> {
  await tx.updateTable('subscription_hold').set({ released_at: at }).where('refund_id', '=', refundId).execute()
}

/** Whether the whole price of a cycle that is not over is being refunded. */
export async function isRefunding(db: Db, { subscriptionId, cycle }: CycleKey): Promise<boolean> {
  const row = await db
    .selectFrom('subscription_cycle')
    .innerJoin('subscription_hold', 'subscription_hold.order_id', 'subscription_cycle.order_id')
    .select('cycle')
    .where('subscription_id', '=', subscriptionId)
    .where('cycle', '>=', cycle)
    .where('voided_at', 'is', null)
    .where('released_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Orders of months that never began, since the plan's money was taken back or the account is closed, without a refund request. */
export async function findLeftOrders(
  db: Db,
  { limit, accountId }: { limit: number; accountId?: string },
): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select c.order_id from subscription_cycle c join subscription s using (subscription_id)
    where c.granted_at is null and c.order_id is not null and c.voided_at is null
      and s.state = 'ended' and s.end_reason in ('refunded', 'chargedBack', 'closed')
      and not exists (select from subscription_hold h where h.order_id = c.order_id)
      ${accountId === undefined ? sql`` : sql`and s.account_id = ${accountId}`}
    limit ${limit}`.execute(db)
  return rows.map(({ order_id }) => order_id)
}

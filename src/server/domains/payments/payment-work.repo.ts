import { sql } from 'kysely'
import type { PaymentKind } from '#contract/payments.ts'
import type { Db } from '#server/kit/db.ts'
import { type Lease, leaseDueRows } from '#server/kit/lease.ts'
import { orderOf, type PaymentOrderTable } from './payment-orders.repo.ts'
import { OPEN_STATES, type Order } from './payment-orders.rules.ts'

type Instant = Temporal.Instant

export const PAYMENT_CHANNEL = 'payment_due'

const DUE_ORDERS = {
  table: 'payment_order',
  key: 'order_id',
  dueAt: 'query_due_at',
  where: sql<boolean>`not exists (select from payment_pause)`,
}

export async function leaseDueOrders(db: Db, lease: Lease): Promise<Order[]> {
  return (await leaseDueRows<PaymentOrderTable>(db, DUE_ORDERS, lease)).map(orderOf)
}

export async function findUndeliverable(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_order')
    .select('order_id')
    .where('state', '=', 'paid')
    .where('paid_at', 'is not', null)
    .where('undeliverable', 'is not', null)
    .where('delivered_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('payment_refund').whereRef('payment_refund.order_id', '=', 'payment_order.order_id'))),
    )
    .limit(limit)
    .execute()
  return rows.map(({ order_id }) => order_id)
}

/** Also closed ones. Ends the pause. @returns how many */
export async function makeDue(db: Db, { since, at }: { since: Instant; at: Instant }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with ended as (delete from payment_pause returning since),
    due as (
      update payment_order set query_due_at = ${at}
      where created_at >= ${since} and state in ('created', 'pending', 'failed', 'expired') returning order_id)
    select (select count(*) from due)::int as count, (select count(*) from ended) as ended,
      pg_notify(${PAYMENT_CHANNEL}, '')`.execute(db)
  return rows[0]?.count ?? 0
}

interface HastenedQuery {
  readonly kinds: readonly PaymentKind[]
  readonly orderId: string | null
  readonly providerReference: string | null
  readonly at: Instant
}

/** @returns false for an order that is paid, unknown, or due before */
export async function hastenQuery(db: Db, { kinds, orderId, providerReference, at }: HastenedQuery): Promise<boolean> {
  const { rows } = await sql`
    with due as (
      update payment_order set query_due_at = ${at}
      where (order_id = ${orderId} or provider_reference = ${providerReference}) and kind = any(${kinds}::text[])
        and state in ('created', 'pending', 'failed', 'expired') and (query_due_at is null or query_due_at > ${at})
      returning order_id)
    select pg_notify(${PAYMENT_CHANNEL}, '') from due`.execute(db)
  return rows.length > 0
}

export async function pausePayments(db: Db, since: Instant): Promise<void> {
  await db
    .insertInto('payment_pause')
    .values({ only_row: true, since })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isPaused(db: Db): Promise<boolean> {
  return (await db.selectFrom('payment_pause').select('since').executeTakeFirst()) !== undefined
}

/** The provider sandbox must not serve a database with them. */
export async function hasLiveOrders(db: Db): Promise<boolean> {
  return (
    (await db
      .selectFrom('payment_order')
      .select('order_id')
      .where('sandbox', '=', false)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

export async function hasUnfinished(tx: Db, accountId: string): Promise<boolean> {
  // An undeliverable payment counts until its refund is requested. A refund that was refused or came back is an operator's.
  const { rows } = await sql`
    select from payment_order o
    where account_id = ${accountId} and (
      state = any(${[...OPEN_STATES, 'review', 'refunding']}::text[])
      or state = 'paid' and undeliverable is not null
        and not exists (select from payment_refund r where r.order_id = o.order_id))
    limit 1`.execute(tx)
  return rows.length > 0
}

export async function unlinkAccount(tx: Db, accountId: string): Promise<void> {
  await tx
    .updateTable('payment_order')
    .set({ account_id: null, next_action: null })
    .where('account_id', '=', accountId)
    .execute()
}

export async function hasPaid(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_order')
    .select('order_id')
    .where('account_id', '=', accountId)
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type Check = { checkedAt: Temporal.Instant; differences: readonly string[] }

export async function findCheck(db: Db): Promise<Check | undefined> {
  return db.selectFrom('payment_check').select(['checked_at as checkedAt', 'differences']).executeTakeFirst()
}

export async function storeCheck(db: Db, { checkedAt, differences }: Check): Promise<void> {
  const check = { checked_at: checkedAt, differences: [...differences] }
  await db
    .insertInto('payment_check')
    .values({ only_row: true, ...check })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(check))
    .execute()
}

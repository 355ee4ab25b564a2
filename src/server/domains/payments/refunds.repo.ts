import { type Generated, type Selectable, sql, type Updateable } from 'kysely'
import { type Db, type Tx, lockByName } from '#server/kit/db.ts'
import type { Lease } from '#server/kit/lease.ts'
import { currentRequestId } from '#server/kit/request-context.ts'
import type { UnapprovedSums } from './operator-refunds.rules.ts'
import { LATE_DAYS_MAX, RUNNING_REFUNDS, type Refund } from './payment-orders.rules.ts'

type Instant = Temporal.Instant

export interface PaymentRefundTable {
  refund_id: string
  order_id: string
  ordinal: number
  state: Refund['state']
  amount_cents: number
  currency: string
  reason: string
  actor: string
  operator_id: string | null
  approved_by: string | null
  requested_at: Instant
  asked_at: Instant | null
  finished_at: Instant | null
  provider_reference: string | null
  problem: string | null
  query_due_at: Instant | null
  queries: number
  note_number: string | null
  claim_url: string | null
  request_id: string | null
  late_query_at: Generated<Instant | null>
  claimed_cents: Generated<number | null>
}

type Row = Selectable<PaymentRefundTable>
export type RefundChange = Updateable<PaymentRefundTable>

declare module '#server/kit/db.ts' {
  interface Database {
    payment_refund: PaymentRefundTable
    payment_waiver: {
      waiver_id: Generated<number>
      order_id: string
      refund_id: string | null
      operator_id: string
      approved_by: string | null
      amount_cents: number
      at: Instant
    }
  }
}

const refundOf = (row: Row): Refund => ({
  refundId: row.refund_id,
  orderId: row.order_id,
  ordinal: row.ordinal,
  state: row.state,
  amountCents: row.amount_cents,
  currency: row.currency,
  reason: row.reason,
  actor: row.actor,
  operatorId: row.operator_id,
  approvedBy: row.approved_by,
  requestedAt: row.requested_at,
  askedAt: row.asked_at,
  finishedAt: row.finished_at,
  providerReference: row.provider_reference,
  problem: row.problem,
  queryDueAt: row.query_due_at,
  queries: row.queries,
  noteNumber: row.note_number,
  claimUrl: row.claim_url,
  claimedCents: row.claimed_cents ?? 0,
  requestId: row.request_id,
})

export type NewRefund = Pick<
  PaymentRefundTable,
  'refund_id' | 'order_id' | 'ordinal' | 'amount_cents' | 'currency' | 'reason' | 'actor' | 'requested_at'
> &
  Partial<Pick<PaymentRefundTable, 'operator_id' | 'approved_by'>>

/** Due at once. The order is locked. `known`: of a refund that the provider carries out already. */
export async function insertRefund(tx: Db, refund: NewRefund, known: RefundChange = {}): Promise<Refund> {
  const row = await tx
    .insertInto('payment_refund')
    .values({
      operator_id: null,
      approved_by: null,
      ...refund,
      state: 'requested',
      asked_at: null,
      finished_at: null,
      provider_reference: null,
      problem: null,
      query_due_at: refund.requested_at,
      queries: 0,
      note_number: null,
      claim_url: null,
      request_id: currentRequestId(),
      ...known,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return refundOf(row)
}

export async function findRefunds(db: Db, orderId: string): Promise<Refund[]> {
  const rows = await db
    .selectFrom('payment_refund')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('ordinal')
    .execute()
  return rows.map(refundOf)
}

/** With those of second payments, which have the same id at the provider. */
export async function findRefundsAtProvider(db: Db, orderId: string): Promise<Refund[]> {
  const { rows } = await sql<Row>`
    select * from payment_refund where order_id in (
      select order_id from payment_order where order_id = ${orderId} or second_of = ${orderId})`.execute(db)
  return rows.map(refundOf)
}

export async function findRefund(db: Db, refundId: string): Promise<Refund | undefined> {
  const row = await db.selectFrom('payment_refund').selectAll().where('refund_id', '=', refundId).executeTakeFirst()
  return row && refundOf(row)
}

export async function updateRefund(
  tx: Db,
  refundId: string,
  change: Omit<RefundChange, 'refund_id' | 'order_id'>,
): Promise<Refund> {
  const row = await tx
    .updateTable('payment_refund')
    .set(change)
    .where('refund_id', '=', refundId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return refundOf(row)
}

/** None during a pause. @returns them as they were: `askedAt` is null before the first request */
export async function leaseDueRefunds(db: Db, { now, until, limit }: Lease): Promise<Refund[]> {
  const { rows } = await sql<Row>`
    with due as (
      select * from payment_refund
      where query_due_at <= ${now} and not exists (select from payment_pause)
      order by query_due_at limit ${limit} for update skip locked),
    leased as (
      update payment_refund r set query_due_at = ${until}, asked_at = coalesce(r.asked_at, ${now}::timestamptz)
      from due where r.refund_id = due.refund_id)
    select * from due`.execute(db)
  return rows.map(refundOf)
}

/** Those that have failed, of which the provider is to be asked. None during a pause. */
export async function leaseLateRefunds(db: Db, { now, until, limit }: Lease): Promise<Refund[]> {
  const { rows } = await sql<Row>`
    update payment_refund r set late_query_at = ${until} from (
      select refund_id from payment_refund
      where late_query_at <= ${now} and not exists (select from payment_pause)
      order by late_query_at limit ${limit} for update skip locked) as due
    where r.refund_id = due.refund_id returning r.*`.execute(db)
  return rows.map(refundOf)
}

/** One that has failed may be carried out yet. @returns false for a refund that does not exist */
export async function hastenRefund(
  db: Db,
  by: { refundId: string } | { orderId: string },
  at: Instant,
): Promise<boolean> {
  const [column, id] = 'refundId' in by ? (['refund_id', by.refundId] as const) : (['order_id', by.orderId] as const)
  await db
    .updateTable('payment_refund')
    .set({ query_due_at: at })
    .where(column, '=', id)
    .where('state', 'in', RUNNING_REFUNDS)
    .execute()
  await db
    .updateTable('payment_refund')
    .set({ late_query_at: at })
    .where(column, '=', id)
    .where('state', '=', 'failed')
    .where('finished_at', '>', at.subtract({ hours: LATE_DAYS_MAX * 24 }))
    .execute()
  return 'orderId' in by || (await findRefund(db, by.refundId)) !== undefined
}

/** Refunds that operators make: until the transaction ends no other is counted or added. */
export async function lockOperatorRefunds(tx: Tx): Promise<void> {
  await lockByName(tx, 'operator refunds')
}

interface Unapproved {
  readonly orderId: string
  readonly accountId: string | null
  readonly operatorId: string
  /** Counted since: of the account, of the operator. */
  readonly accountSince: Instant
  readonly operatorSince: Instant
  readonly without?: string | undefined
}

export interface Waiver {
  readonly orderId: string
  readonly refundId: string | null
  readonly operatorId: string
  readonly approvedBy: string | undefined
  readonly amountCents: number
  readonly at: Instant
}

/** What an operator gave away. */
export async function insertWaiver(tx: Tx, waiver: Waiver): Promise<void> {
  const { orderId, refundId, operatorId, approvedBy = null, amountCents, at } = waiver
  await tx
    .insertInto('payment_waiver')
    .values({
      order_id: orderId,
      refund_id: refundId,
      operator_id: operatorId,
      approved_by: approvedBy,
      amount_cents: amountCents,
      at,
    })
    .execute()
}

/**
 * Cents that operators have refunded without a second person, and that have neither failed nor returned, and what they gave away otherwise.
 * `without`: a refund that does not count.
 */
export async function sumUnapproved(db: Db, given: Unapproved): Promise<UnapprovedSums> {
  const { orderId, accountId, operatorId, accountSince, operatorSince, without = null } = given
  const counted = sql`r.state not in ('failed', 'returned') and r.approved_by is null and r.actor like 'operator:%'
    and r.refund_id is distinct from ${without}::text`
  const { rows } = await sql<UnapprovedSums>`
    select
      ((select coalesce(sum(r.amount_cents), 0) from payment_refund r
        where r.order_id = ${orderId} and ${counted}) +
      (select coalesce(sum(amount_cents), 0) from payment_waiver
        where order_id = ${orderId} and approved_by is null))::int8 as "order",
      ((select coalesce(sum(r.amount_cents), 0) from payment_refund r join payment_order o using (order_id)
        where o.account_id = ${accountId} and r.requested_at > ${accountSince} and ${counted}) +
      (select coalesce(sum(w.amount_cents), 0) from payment_waiver w join payment_order o using (order_id)
        where o.account_id = ${accountId} and w.at > ${accountSince} and w.approved_by is null))::int8 as account,
      ((select coalesce(sum(r.amount_cents), 0) from payment_refund r
        where r.operator_id = ${operatorId} and r.requested_at > ${operatorSince} and ${counted}) +
      (select coalesce(sum(amount_cents), 0) from payment_waiver
        where operator_id = ${operatorId} and at > ${operatorSince} and approved_by is null))::int8 as operator`.execute(
    db,
  )
  return rows[0]!
}

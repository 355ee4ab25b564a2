import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PaymentItem, PaymentKind, PaymentPurpose } from '#contract/payments.ts'
import type { Database, Db, Tx } from '#server/kit/db.ts'
import { type KeysetList, type KeysetPage, readAll, readPage } from '#server/kit/keyset.ts'
import { LATE_CENTS } from './evidence.repo.ts'
import type { OrderState } from './payment-orders.rules.ts'
import { readOrderNumber } from './payment-ids.rules.ts'

type Instant = Temporal.Instant

export interface OrderFilter {
  readonly text?: string | undefined
  readonly state?: OrderState | undefined
  readonly kind?: PaymentPurpose | undefined
  readonly provider?: PaymentKind | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
}

export interface OrderQuery {
  readonly filter: OrderFilter
  readonly sort: '-createdAt' | 'createdAt'
}

/** Tells deadlines that have passed from the next one. */
interface Now {
  readonly at: Instant
}

export interface OrderRow {
  readonly orderId: string
  readonly orderNumber: string
  readonly accountId: string | null
  readonly state: OrderState
  readonly purpose: PaymentPurpose
  readonly kind: PaymentKind
  readonly sandbox: boolean
  readonly item: PaymentItem
  readonly amountCents: number
  readonly currency: string
  readonly paidCents: number | null
  readonly paidCurrency: string | null
  readonly refundedCents: number
  readonly createdAt: Instant
  readonly paidAt: Instant | null
  readonly deliveredAt: Instant | null
  readonly undeliverable: string | null
  /** Of its open disputes the next; once all have passed, the last. */
  readonly answerBy: Instant | null
}

export const findOrderRows = (
  db: Kysely<Database>,
  { after, limit, ...query }: OrderQuery & Now & { after?: string | undefined; limit: number },
): Promise<KeysetPage<OrderRow>> => readPage<OrderRow>(db, listOf(query), { after, limit })

/** All of a filter, in parts. */
export const readOrderRows = (tx: Tx, query: OrderQuery & Now): AsyncGenerator<OrderRow[]> =>
  readAll<OrderRow>(tx, listOf(query))

export async function findOrderRow(db: Db, { orderId, at }: Now & { orderId: string }): Promise<OrderRow | undefined> {
  const { rows } =
    await sql<OrderRow>`select ${columnsAt(at)} from payment_order o where o.order_id = ${orderId}`.execute(db)
  return rows[0]
}

/** The next deadline of an order's disputes that is still open, else the last. */
export const answerBy = (orderId: RawBuilder<unknown>, at: Instant) => sql`(
    select coalesce(min(d.answer_by) filter (where d.answer_by > ${at}), max(d.answer_by))
    from payment_dispute d where d.order_id = ${orderId})`

const columnsAt = (
  at: Instant,
) => sql`o.order_id as "orderId", o.order_number as "orderNumber", o.account_id as "accountId", o.state, o.purpose,
  o.kind, o.sandbox, o.item, o.amount_cents as "amountCents", o.currency, o.paid_cents as "paidCents",
  o.paid_currency as "paidCurrency", o.created_at as "createdAt", o.paid_at as "paidAt", o.delivered_at as "deliveredAt",
  o.undeliverable, ${answerBy(sql`o.order_id`, at)} as "answerBy",
  coalesce((select sum(r.amount_cents) from payment_refund r
    where r.order_id = o.order_id and r.state not in ('failed', 'returned')), 0)::int8 + ${LATE_CENTS} as "refundedCents"`

function listOf({ filter, sort, at }: OrderQuery & Now): KeysetList {
  const { text, state, kind, provider, from, until } = filter
  return {
    columns: columnsAt(at),
    from: sql`payment_order o`,
    where: [
      ...(text ? [named(text)] : []),
      ...(state === undefined ? [] : [sql`o.state = ${state}`]),
      ...(kind === undefined ? [] : [sql`o.purpose = ${kind}`]),
      ...(provider === undefined ? [] : [sql`o.kind = ${provider}`]),
      ...(from === undefined ? [] : [sql`o.created_at >= ${from}::timestamptz`]),
      ...(until === undefined ? [] : [sql`o.created_at < ${until}::timestamptz`]),
    ],
    sort: { by: sql`o.created_at`, type: 'timestamptz', descending: sort.startsWith('-') },
    id: { by: sql`o.order_id`, type: 'text' },
  }
}

/** Each of these has an index. */
const named = (text: string) => sql`o.order_id in (
  select order_id from payment_order where order_number = ${readOrderNumber(text) ?? text}
  union all select order_id from payment_order where order_id = ${text}
  union all select order_id from payment_order where account_id = ${text}
  union all select order_id from payment_order where provider_reference = ${text}
  union all select order_id from payment_order where payment_reference = ${text})`

import type { Kysely } from 'kysely'
import { type Database, type Db, sql } from '#server/kit/db.ts'
import { type KeysetPage, readPage } from '#server/kit/keyset.ts'
import type { Goods, OrderedLine, GoodsOrder } from './sales-model.ts'

type Instant = Temporal.Instant

const locker = sql`(
  select jsonb_build_object(
    'district', jsonb_build_object('zh_HK', k.district_zh, 'en_US', k.district_en),
    'address', jsonb_build_object('zh_HK', k.address_zh, 'en_US', k.address_en))
  from locker k where k.locker_code = o.locker_code)`

const columns = sql`o.order_id as "orderId", o.account_id as "accountId", o.sale_id as "saleId", o.state, o.method,
  o.locker_code as "lockerCode", ${locker} as locker, o.sealed, o.freight_cents as "freightCents", o.paid_cents as "paidCents",
  o.refunded_cents as "refundedCents", o.refund_id as "refundId", o.ordered_at as "orderedAt", o.paid_at as "paidAt",
  o.sent_at as "sentAt", o.delivered_at as "deliveredAt", o.reference, o.restocked_at as "restockedAt",
  (select p.order_number from payment_order p where p.order_id = o.order_id) as "orderNumber",
  (select p.state = 'disputed' from payment_order p where p.order_id = o.order_id) as "isDisputed"`

export type Draft = Pick<
  GoodsOrder,
  'orderId' | 'accountId' | 'saleId' | 'method' | 'lockerCode' | 'sealed' | 'freightCents' | 'orderedAt'
> & { lines: readonly OrderedLine[] }

export async function insertGoodsOrder(tx: Db, draft: Draft): Promise<void> {
  await tx
    .insertInto('sale_order')
    .values({
      order_id: draft.orderId,
      account_id: draft.accountId,
      sale_id: draft.saleId,
      state: 'held',
      method: draft.method,
      locker_code: draft.lockerCode,
      sealed: draft.sealed,
      freight_cents: draft.freightCents,
      ordered_at: draft.orderedAt,
      paid_cents: null,
      refund_id: null,
      paid_at: null,
      sent_at: null,
      delivered_at: null,
      reference: null,
      restocked_at: null,
    })
    .execute()
  await tx
    .insertInto('sale_line')
    .values(
      draft.lines.map(({ goodsId, quantity, amountCents }) => ({
        order_id: draft.orderId,
        goods_id: goodsId,
        quantity,
        amount_cents: amountCents,
      })),
    )
    .execute()
}

/** Locks an order until the transaction ends: everything that moves its state begins here. */
export async function lockGoodsOrder(tx: Db, orderId: string): Promise<GoodsOrder | undefined> {
  const { rows } = await sql<GoodsOrder>`
    select ${columns} from sale_order o where o.order_id = ${orderId} for update`.execute(tx)
  return rows[0]
}

export async function findGoodsOrder(db: Db, orderId: string): Promise<GoodsOrder | undefined> {
  const { rows } = await sql<GoodsOrder>`select ${columns} from sale_order o where o.order_id = ${orderId}`.execute(db)
  return rows[0]
}

type Change = Partial<
  Pick<
    GoodsOrder,
    | 'state'
    | 'paidCents'
    | 'refundedCents'
    | 'refundId'
    | 'paidAt'
    | 'sentAt'
    | 'deliveredAt'
    | 'reference'
    | 'restockedAt'
  >
>

export async function updateGoodsOrder(tx: Db, orderId: string, change: Change): Promise<void> {
  const { state, paidCents, refundedCents, refundId, paidAt, sentAt, deliveredAt, reference, restockedAt } = change
  const set = {
    state,
    paid_cents: paidCents,
    refunded_cents: refundedCents,
    refund_id: refundId,
    paid_at: paidAt,
    sent_at: sentAt,
    delivered_at: deliveredAt,
    reference,
    restocked_at: restockedAt,
  }
  const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  await tx.updateTable('sale_order').set(given).where('order_id', '=', orderId).execute()
}

export type LineRow = OrderedLine & Pick<Goods, 'name' | 'detail' | 'medium' | 'image'> & { readonly orderId: string }

/** The lines of orders, with the present names of the goods. */
export async function findLines(db: Db, orderIds: readonly string[]): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select l.order_id as "orderId", l.goods_id as "goodsId", l.quantity, l.amount_cents as "amountCents",
      jsonb_build_object('zh_HK', g.name_zh, 'en_US', g.name_en) as name,
      jsonb_build_object('zh_HK', g.detail_zh, 'en_US', g.detail_en) as detail, g.medium,
      coalesce(t.keyart_image, '') as image
    from sale_line l join goods g using (goods_id) left join title t on t.program_id = g.program_id
    where l.order_id = any(${orderIds}) order by g.position, l.goods_id`.execute(db)
  return rows
}

type PageRequest = { accountId: string; page: number; pageSize: number }

export async function findPaid(
  db: Db,
  { accountId, page, pageSize }: PageRequest,
): Promise<{ rows: GoodsOrder[]; total: number }> {
  const { rows } = await sql<GoodsOrder>`
    select ${columns} from sale_order o where o.account_id = ${accountId} and o.paid_at is not null
    order by o.ordered_at desc, o.order_id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const { total } = await db
    .selectFrom('sale_order')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('paid_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export interface DeliveryQuery {
  readonly filter: { readonly state: GoodsOrder['state']; readonly orderNumber?: string | undefined }
  readonly sort: 'paidAt' | '-paidAt'
  readonly after?: string | undefined
  readonly limit: number
}

/** Paid ones, up to `max`. */
export async function countUnsent(db: Db, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from sale_order where state = 'paid' and paid_at is not null limit ${max}) as paid`.execute(db)
  return rows[0]!.count
}

export function findDeliveryPage(
  db: Kysely<Database>,
  { filter: { state, orderNumber }, sort, ...page }: DeliveryQuery,
): Promise<KeysetPage<GoodsOrder>> {
  return readPage<GoodsOrder>(
    db,
    {
      columns,
      from: sql`sale_order o`,
      where: [
        sql`o.paid_at is not null`,
        orderNumber
          ? sql`o.order_id = (select p.order_id from payment_order p where p.order_number = ${orderNumber})`
          : sql`o.state = ${state}`,
      ],
      sort: { by: sql`o.paid_at`, type: 'timestamptz', descending: sort.startsWith('-') },
      id: { by: sql`o.order_id`, type: 'text' },
    },
    page,
  )
}

/** The orders to be sent, or sent and not delivered, the oldest first. */
export async function findOpen(
  db: Db,
  { states, limit }: { states: readonly string[]; limit: number },
): Promise<GoodsOrder[]> {
  const { rows } = await sql<GoodsOrder>`
    select ${columns} from sale_order o where o.state = any(${states}) and o.paid_at is not null
    order by o.paid_at, o.order_id limit ${limit}`.execute(db)
  return rows
}

export async function hasUnsent(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sale_order')
    .select('order_id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'paid')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The sale stays on record; its buyer does not. */
export async function unlinkGoodsOrders(tx: Db, accountId: string): Promise<void> {
  await tx
    .updateTable('sale_order')
    .set({ account_id: null, sealed: null })
    .where('account_id', '=', accountId)
    .execute()
}

/** Erases the addresses of orders that were never paid, and of those that are long over. */
export async function eraseAddresses(
  db: Db,
  { unpaidBefore, overBefore }: { unpaidBefore: Instant; overBefore: Instant },
) {
  await sql`
    update sale_order set sealed = null
    where sealed is not null and (
      (state = 'lapsed' and ordered_at < ${unpaidBefore})
      or (state in ('sent', 'delivered') and sent_at < ${overBefore})
      or (state = 'cancelled' and paid_at < ${overBefore}))`.execute(db)
}

/** Orders that still hold units, although their payment will not deliver them: it ended, or was returned. */
export async function findOverHeld(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select o.order_id as "orderId" from sale_order o join payment_order p using (order_id)
    where o.state = 'held' and (p.undeliverable is not null
      or p.state in ('failed', 'expired', 'refunded', 'part_refunded', 'charged_back'))
    order by o.order_id limit ${limit}`.execute(db)
  return rows.map(({ orderId }) => orderId)
}

/** How many orders wait to be sent. */
export async function countToSend(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sale_order where state = 'paid'`.execute(db)
  return rows[0]!.count
}

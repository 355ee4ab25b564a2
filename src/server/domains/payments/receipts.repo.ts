import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import { LATE_CENTS } from './evidence.repo.ts'
import type { RefundState, Order, Receipt } from './payment-orders.rules.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    payment_receipt: { receipt_number: string; order_id: string; issued_at: Instant; snapshot: string }
  }
}

export async function insertReceipt(
  tx: Db,
  { orderId, receiptNumber, issuedAt, snapshot }: Receipt & { orderId: string },
): Promise<void> {
  await tx
    .insertInto('payment_receipt')
    .values({
      receipt_number: receiptNumber,
      order_id: orderId,
      issued_at: issuedAt,
      snapshot: JSON.stringify(snapshot),
    })
    .execute()
}

export async function findReceipt(db: Db, orderId: string): Promise<Receipt | undefined> {
  const row = await db.selectFrom('payment_receipt').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  if (!row) return undefined
  return {
    receiptNumber: row.receipt_number,
    issuedAt: row.issued_at,
    snapshot: row.snapshot as unknown as Receipt['snapshot'],
  }
}

export type PaidRow = Pick<
  Order,
  | 'orderId'
  | 'orderNumber'
  | 'state'
  | 'amountCents'
  | 'currency'
  | 'kind'
  | 'purpose'
  | 'purposeId'
  | 'item'
  | 'createdAt'
  | 'paidAt'
> & {
  refundedCents: number
  lastRefund: RefundState | null
  receiptNumber: string
  snapshot: Receipt['snapshot']
}

export async function findPaid(
  db: Db,
  { accountId, page, pageSize }: { accountId: string; page: number; pageSize: number },
): Promise<{ rows: PaidRow[]; total: number }> {
  const { rows } = await sql<PaidRow & { total: number }>`
    select o.order_id as "orderId", o.order_number as "orderNumber", o.state, o.amount_cents as "amountCents", o.currency, o.kind, o.purpose,
      o.purpose_id as "purposeId", o.item, o.created_at as "createdAt", o.paid_at as "paidAt",
      r.receipt_number as "receiptNumber", r.snapshot,
      coalesce((select sum(amount_cents) from payment_refund f
        where f.order_id = o.order_id and f.state = 'succeeded'), 0)::int8 + ${LATE_CENTS} as "refundedCents",
      (select state from payment_refund f where f.order_id = o.order_id order by ordinal desc limit 1) as "lastRefund"
    from payment_order o join payment_receipt r using (order_id)
    where o.account_id = ${accountId} and o.paid_at is not null
    order by o.paid_at desc, o.order_id
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const { total } = await db
    .selectFrom('payment_order')
    .innerJoin('payment_receipt', 'payment_receipt.order_id', 'payment_order.order_id')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .where('paid_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return { rows, total }
}

import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { Taken } from './topups.rules.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    topup: { order_id: string; lot_id: number; credits: number }
    topup_hold: { refund_id: string; order_id: string; hold_transfer_id: number | null }
  }
}

export interface Topup {
  readonly orderId: string
  readonly lotId: number
  readonly credits: number
}

export async function insertTopup(tx: Db, { orderId, lotId, credits }: Topup): Promise<void> {
  await tx.insertInto('topup').values({ order_id: orderId, lot_id: lotId, credits }).execute()
}

export async function findTopup(
  tx: Db,
  { orderId, at }: { orderId: string; at: Temporal.Instant },
): Promise<(Topup & { walletId: string; unspent: number }) | undefined> {
  const { rows } = await sql<Topup & { walletId: string; unspent: number }>`
    select t.order_id as "orderId", t.lot_id as "lotId", t.credits, l.wallet_id as "walletId",
      case when l.expires_at > ${at} then l.remaining else 0 end as unspent
    from topup t join lot l using (lot_id) where t.order_id = ${orderId}`.execute(tx)
  return rows[0]
}

export async function findTaken(tx: Db, orderId: string): Promise<Taken> {
  const { rows } = await sql<Taken>`
    select coalesce(sum(r.amount_cents), 0)::int as cents,
      coalesce(sum((select -p.amount from posting p
        where p.transfer_id = h.hold_transfer_id and p.wallet_id is not null)), 0)::int as credits
    from topup_hold h join payment_refund r using (refund_id)
    where h.order_id = ${orderId} and r.state not in ('failed', 'returned')`.execute(tx)
  return rows[0]!
}

type CreditHold = { refundId: string; orderId: string; holdTransferId: number | null }

export async function insertCreditHold(tx: Db, { refundId, orderId, holdTransferId }: CreditHold): Promise<void> {
  await tx
    .insertInto('topup_hold')
    .values({ refund_id: refundId, order_id: orderId, hold_transfer_id: holdTransferId })
    .execute()
}

/** @returns null for a refund that took no credit, undefined for one that is unknown */
export async function findCreditHold(tx: Db, refundId: string): Promise<number | null | undefined> {
  const row = await tx
    .selectFrom('topup_hold')
    .select('hold_transfer_id')
    .where('refund_id', '=', refundId)
    .executeTakeFirst()
  return row && row.hold_transfer_id
}

import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    topup: { order_id: string; lot_id: number; credits: number }
    topup_hold: { refund_id: string; order_id: string; hold_transfer_id: number }
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

/** A top-up with its wallet, and the credits of its lot that can still be spent at an instant. */
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

type Hold = { refundId: string; orderId: string; holdTransferId: number }

export async function insertHold(tx: Db, { refundId, orderId, holdTransferId }: Hold): Promise<void> {
  await tx
    .insertInto('topup_hold')
    .values({ refund_id: refundId, order_id: orderId, hold_transfer_id: holdTransferId })
    .execute()
}

export async function findHold(tx: Db, refundId: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('topup_hold')
    .select('hold_transfer_id')
    .where('refund_id', '=', refundId)
    .executeTakeFirst()
  return row?.hold_transfer_id
}

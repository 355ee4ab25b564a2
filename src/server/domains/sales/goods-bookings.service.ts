import type { Db } from '#server/kit/db.ts'
import { post } from '../ledger/index.ts'

type Account = 'payments_received' | 'deferred_sales' | 'sale_revenue' | 'refund_hold' | 'dispute_loss'
type Step = { orderId: string; step: string; cents: number; from: Account; to: Account; at: Temporal.Instant }

export async function bookGoodsOrder(tx: Db, { orderId, step, cents, from, to, at }: Step): Promise<void> {
  if (cents === 0) return
  await post(tx, {
    kind: 'sale',
    entries: [
      { account: from, commodity: 'HKD_CENT', amount: cents },
      { account: to, commodity: 'HKD_CENT', amount: -cents },
    ],
    idempotencyKey: `sale ${step}:${orderId}`,
    actor: 'system',
    subject: orderId,
    at,
  })
}

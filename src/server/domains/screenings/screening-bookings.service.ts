import type { Db } from '#server/kit/db.ts'
import { post } from '../ledger/index.ts'

type Account = 'payments_received' | 'screening_revenue' | 'refund_hold' | 'dispute_loss'
type Step = { orderId: string; step: string; cents: number; from: Account; to: Account; at: Temporal.Instant }

export async function bookScreening(tx: Db, { orderId, step, cents, from, to, at }: Step): Promise<void> {
  if (cents === 0) return
  await post(tx, {
    kind: 'screening',
    entries: [
      { account: from, commodity: 'HKD_CENT', amount: cents },
      { account: to, commodity: 'HKD_CENT', amount: -cents },
    ],
    idempotencyKey: `screening ${step}:${orderId}`,
    actor: 'system',
    subject: orderId,
    at,
  })
}

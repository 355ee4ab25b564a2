import type { Db } from '#server/kit/db.ts'
import { post } from '../ledger/index.ts'
import type { PaidCard } from './gift-cards.repo.ts'

type Account = 'payments_received' | 'deferred_gift_cards' | 'refund_hold' | 'dispute_loss' | 'breakage'
type Step = { step: string; from: Account; to: Account; at: Temporal.Instant }

export async function bookCard(
  tx: Db,
  { orderId, paidCents }: Pick<PaidCard, 'orderId' | 'paidCents'>,
  { step, from, to, at }: Step,
): Promise<void> {
  await post(tx, {
    kind: 'gift_card',
    entries: [
      { account: from, commodity: 'HKD_CENT', amount: paidCents },
      { account: to, commodity: 'HKD_CENT', amount: -paidCents },
    ],
    idempotencyKey: `gift card ${step}:${orderId}`,
    actor: 'system',
    subject: orderId,
    at,
  })
}

import type { Db } from '#server/kit/db.ts'
import { blockPurchases, removeLot, walletOf } from '../ledger/index.ts'
import type { PaidOrder, Product } from '../payments/index.ts'
import { updateVoided } from './cycles.repo.ts'
import type { GivenMonths } from './given-months.service.ts'
import type { PaidCycles } from './paid-cycles.service.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'

type DisputesDeps = SubscriptionsDeps & { paidCycles: PaidCycles; givenMonths: GivenMonths }

/** What becomes of a plan whose payment was disputed, and lost. */
export function createDisputes({
  clock,
  paidCycles,
  givenMonths,
  voidPaidFrom,
}: DisputesDeps): Pick<Product, 'chargedBack'> {
  return { chargedBack }

  /** The payer's bank took the money back: the plan ends but for what others gave, and purchases stop until an operator allows them again. */
  async function chargedBack(tx: Db, { orderId, accountId }: PaidOrder): Promise<void> {
    const at = clock.now()
    const paid = await paidCycles.lockPaid(tx, orderId)
    if (paid) {
      const { row, subscription } = paid
      if (row.lotId !== null) {
        const booking = { idempotencyKey: `plan clawback:${row.subscriptionId}:${row.cycle}`, actor: 'system', at }
        await removeLot(tx, { lotId: row.lotId, kind: 'clawback', ...booking })
        await voidPaidFrom(tx, { lotId: row.lotId, reason: 'charged back' })
      }
      await updateVoided(tx, { orderId, at })
      await givenMonths.endPaid(tx, subscription, { event: 'chargedBack', at })
    }
    if (accountId !== null) await blockPurchases(tx, { walletId: await walletOf(tx, accountId, at), at })
  }
}

import type { Db } from '#server/kit/db.ts'
import { creditLot, post, removeLot, walletOf } from '../ledger/index.ts'
import type { Plans } from '../plans/index.ts'
import { findCycle, updateGranted } from './cycles.repo.ts'
import type { CycleRow, Subscription } from './subscription.rules.ts'

type Instant = Temporal.Instant

/** Grants once. A cycle that is over brings none: they would be forfeited at once. */
export async function grantCredits(
  tx: Db,
  { subscription, row, at }: { subscription: Subscription; row: CycleRow; at: Instant },
  plans: Pick<Plans, 'version'>,
): Promise<void> {
  const { subscriptionId, accountId, byPartner } = subscription
  const { cycle } = row
  const amount = byPartner ? 0 : ((await plans.version(row.planVersionId, tx))?.creditsPerCycle ?? 0)
  const isRunning = Temporal.Instant.compare(row.endsAt, at) > 0
  if (!accountId || amount === 0 || !isRunning || row.voidedAt) {
    return updateGranted(tx, { subscriptionId, cycle, lotId: null, at })
  }
  const { lotId } = await creditLot(tx, {
    walletId: await walletOf(tx, accountId, at),
    bucket: 'monthly',
    amount,
    expiresAt: row.endsAt,
    kind: 'plan',
    idempotencyKey: `plan:${subscriptionId}:${cycle}`,
    actor: 'system',
    subject: row.orderId ?? subscriptionId,
    at,
  })
  await updateGranted(tx, { subscriptionId, cycle, lotId, at })
}

export async function voidCredits(
  tx: Db,
  { subscription, kind, at }: { subscription: Subscription; kind: 'void' | 'clawback'; at: Instant },
): Promise<void> {
  const { subscriptionId, cycle } = subscription
  const row = await findCycle(tx, { subscriptionId, cycle })
  if (!row || row.lotId === null) return
  const idempotencyKey = `plan ${kind}:${subscriptionId}:${cycle}`
  await removeLot(tx, { lotId: row.lotId, kind, idempotencyKey, actor: 'system', at })
}

type Revenue = { key: string; orderId: string; cents: number; at: Instant }

/** `cents` is negative for a refund. */
export async function bookRevenue(tx: Db, { key, orderId, cents, at }: Revenue): Promise<void> {
  await post(tx, {
    kind: cents > 0 ? 'subscription' : 'subscription_refund',
    entries: [
      { account: 'payments_received', commodity: 'HKD_CENT', amount: cents },
      { account: 'subscription_revenue', commodity: 'HKD_CENT', amount: -cents },
    ],
    idempotencyKey: key,
    actor: 'system',
    subject: orderId,
    at,
  })
}

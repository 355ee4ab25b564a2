import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import { blockPurchases, captureHold, holdLot, releaseHold, removeLot, walletOf } from '../ledger/index.ts'
import type { PaidOrder, Purpose, Refund } from '../payments/index.ts'
import { bookRevenue } from './credits.service.ts'
import {
  addRefunded,
  deleteQueued,
  findCycle,
  findHold,
  findPaidCycle,
  insertHold,
  updateVoided,
} from './cycles.repo.ts'
import type { Lifecycle } from './lifecycle.service.ts'
import { chargeAfter } from './schedule.rules.ts'
import { isLive } from './subscription.rules.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import type { CycleRow, Subscription } from './subscriptions-model.ts'
import { lockSubscription } from './subscriptions.repo.ts'

type RefundHooks = Pick<Purpose, 'beforeRefund' | 'refundFailed' | 'refunded' | 'chargedBack'>

/**
 * What a refund of a cycle takes back. A part of the price takes nothing. The whole price of the running cycle ends the plan and voids
 * what is left of its credits; of a month that waits, it removes the month; of a cycle that is over, nothing.
 */
export function createRefunds({
  clock,
  lifecycle,
  voidPaidFrom,
}: SubscriptionsDeps & { lifecycle: Lifecycle }): RefundHooks {
  const { move, catchUp, save } = lifecycle
  return { beforeRefund, refundFailed, refunded, chargedBack }

  async function beforeRefund(tx: Db, order: PaidOrder, refund: Refund) {
    const { orderId, paidCents } = order
    const paid = await lockPaid(tx, orderId)
    if (!paid) return undefined
    const { row, subscription } = paid
    const isWhole = row.refundedCents + refund.amountCents >= paidCents
    const isNotOver = isLive(subscription.state) && row.cycle >= subscription.cycle
    // Months that follow must be refunded first: cycles are without gaps.
    if (isWhole && isNotOver && row.cycle < subscription.lastCycle) return { maxCents: 0 }
    await addRefunded(tx, { orderId, cents: refund.amountCents })
    if (isWhole) {
      const holdTransferId = await holdCredits(tx, row, refund)
      await insertHold(tx, { refundId: refund.refundId, orderId, cents: refund.amountCents, holdTransferId })
    }
    return undefined
  }

  /** @returns null when there is nothing left to hold */
  async function holdCredits(tx: Db, { lotId }: CycleRow, refund: Refund): Promise<number | null> {
    if (lotId === null) return null
    try {
      return (await holdLot(tx, { lotId, ...bookingOf(refund, 'hold'), at: clock.now() })).transferId
    } catch (error) {
      // Spent, or over.
      if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error
      return null
    }
  }

  async function refundFailed(tx: Db, { orderId }: PaidOrder, refund: Refund): Promise<void> {
    if (!(await lockPaid(tx, orderId))) return
    await addRefunded(tx, { orderId, cents: -refund.amountCents })
    const hold = await findHold(tx, refund.refundId)
    if (!hold || hold.holdTransferId === null) return
    await releaseHold(tx, { holdTransferId: hold.holdTransferId, ...bookingOf(refund, 'release'), at: clock.now() })
  }

  async function refunded(tx: Db, { orderId }: PaidOrder, refund: Refund): Promise<void> {
    const at = clock.now()
    const { refundId, amountCents } = refund
    await bookRevenue(tx, { key: `subscription refund:${refundId}`, orderId, cents: -amountCents, at })
    const hold = await findHold(tx, refundId)
    const paid = await lockPaid(tx, orderId)
    if (!hold || !paid) return
    const { holdTransferId } = hold
    if (holdTransferId !== null) {
      const capture = { holdTransferId, paidFrom: 'payments_received', cents: 0 } as const
      await captureHold(tx, { ...capture, ...bookingOf(refund, 'capture'), at })
    }
    await updateVoided(tx, { orderId, at })
    const { row, subscription } = paid
    if (!isLive(subscription.state) || row.cycle < subscription.cycle) return
    if (row.cycle === subscription.cycle) await move(tx, subscription, { event: 'refunded', at })
    else if (row.cycle === subscription.lastCycle) await removeLast(tx, subscription)
  }

  /** Removes the last month that waits: what is paid ends earlier. */
  async function removeLast(tx: Db, subscription: Subscription): Promise<void> {
    const { subscriptionId, lastCycle } = subscription
    const at = clock.now()
    await deleteQueued(tx, { subscriptionId, cycle: lastCycle })
    const before = await findCycle(tx, { subscriptionId, cycle: lastCycle - 1 })
    const shorter = { ...subscription, lastCycle: lastCycle - 1, paidUntil: before!.endsAt }
    await save(tx, { ...shorter, ...chargeAfter(shorter, 'refunded', at) }, at)
  }

  /** The payer's bank took the money back: the plan ends, and purchases stop until an operator allows them again. */
  async function chargedBack(tx: Db, { orderId, accountId }: PaidOrder): Promise<void> {
    const at = clock.now()
    const paid = await lockPaid(tx, orderId)
    if (paid) {
      const { row, subscription } = paid
      if (row.lotId !== null) {
        const booking = { idempotencyKey: `plan clawback:${row.subscriptionId}:${row.cycle}`, actor: 'system', at }
        await removeLot(tx, { lotId: row.lotId, kind: 'clawback', ...booking })
        await voidPaidFrom(tx, { lotId: row.lotId, reason: 'charged back' })
      }
      await updateVoided(tx, { orderId, at })
      await move(tx, subscription, { event: 'chargedBack', at })
    }
    if (accountId !== null) await blockPurchases(tx, { walletId: await walletOf(tx, accountId, at), at })
  }

  /** The cycle that an order paid for, with its locked subscription. @returns undefined when it was removed */
  async function lockPaid(tx: Db, orderId: string): Promise<{ row: CycleRow; subscription: Subscription } | undefined> {
    const found = await findPaidCycle(tx, orderId)
    const locked = found && (await lockSubscription(tx, found))
    const subscription = locked && (await catchUp(tx, locked, clock.now()))
    // Read again, under the lock.
    const row = subscription && (await findPaidCycle(tx, orderId))
    return row && { row, subscription }
  }
}

const bookingOf = ({ refundId, orderId, actor, reason }: Refund, step: string) => ({
  idempotencyKey: `plan ${step}:${refundId}`,
  actor,
  reason,
  subject: orderId,
})

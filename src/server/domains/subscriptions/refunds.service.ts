import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import { captureCreditHold, placeCreditHold, releaseCreditHold } from '../ledger/index.ts'
import type { PaidOrder, Product, Refund } from '../payments/index.ts'
import { bookRevenue } from './credits.service.ts'
import {
  addRefunded,
  findHold,
  hasPaidAfter,
  insertHold,
  removeQueued,
  updateReleased,
  updateVoided,
} from './cycles.repo.ts'
import type { GivenMonths } from './given-months.service.ts'
import type { Lifecycle } from './lifecycle.service.ts'
import type { PaidCycle, PaidCycles } from './paid-cycles.service.ts'
import { chargeAfter } from './schedule.rules.ts'
import { isLive } from './subscription.rules.ts'
import type { SubscriptionsDeps } from './subscriptions-deps.ts'
import type { CycleRow, Subscription } from './subscriptions-model.ts'

type RefundHooks = Pick<Product, 'beforeRefund' | 'refundFailed' | 'refunded'>
type RefundsDeps = SubscriptionsDeps & { lifecycle: Lifecycle; paidCycles: PaidCycles; givenMonths: GivenMonths }

/**
 * What a refund of a cycle takes back. A part of the price takes nothing. The whole price of the running cycle ends the plan and voids
 * what is left of its credits; of a month that waits, it removes the month, and what would charge it again; of a cycle that is over,
 * nothing. Months that others gave stay, and move forward. Between the request and the provider's answer no month is added to the plan
 * (`isRefunding`).
 */
export function createRefunds({ clock, agreements, lifecycle, paidCycles, givenMonths }: RefundsDeps): RefundHooks {
  const { move, save } = lifecycle
  const { lockPaid } = paidCycles
  return { beforeRefund, refundFailed, refunded }

  async function beforeRefund(tx: Db, order: PaidOrder, refund: Refund) {
    const { orderId, paidCents } = order
    const paid = await lockPaid(tx, orderId)
    if (!paid) return undefined
    const { row } = paid
    const isWhole = row.refundedCents + refund.amountCents >= paidCents
    // Their payer gets the months that follow back first: the last one before the others.
    if (isWhole && !isOver(paid) && (await hasPaidAfter(tx, row))) return { maxCents: 0 }
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
      return (await placeCreditHold(tx, { lotId, ...bookingOf(refund, 'hold'), at: clock.now() })).transferId
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
    if (!hold) return
    await updateReleased(tx, { refundId: refund.refundId, at: clock.now() })
    if (hold.holdTransferId === null) return
    await releaseCreditHold(tx, {
      holdTransferId: hold.holdTransferId,
      ...bookingOf(refund, 'release'),
      at: clock.now(),
    })
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
      await captureCreditHold(tx, { ...capture, ...bookingOf(refund, 'capture'), at })
    }
    await updateVoided(tx, { orderId, at })
    const { row, subscription } = paid
    if (isOver(paid)) return
    if (row.cycle === subscription.cycle) await givenMonths.endPaid(tx, subscription, { event: 'refunded', at })
    else await removeWaiting(tx, subscription, row)
  }

  /** Removes a month that waits: what is paid ends earlier. */
  async function removeWaiting(tx: Db, subscription: Subscription, { kind, cycle }: CycleRow): Promise<void> {
    const { subscriptionId } = subscription
    const at = clock.now()
    await removeQueued(tx, { subscriptionId, cycle, at })
    const shorter = await givenMonths.closeUp(tx, subscription, cycle)
    if (kind !== 'charged' || !subscription.agreement) {
      await save(tx, { ...shorter, ...chargeAfter(shorter, 'refunded', at) }, at)
      return
    }
    // What is returned is not charged again.
    if (!(await move(tx, shorter, { event: 'cancelledInTime', at }))) await save(tx, shorter, at)
    await agreements().end(tx, subscription.agreement.agreementId, 'refunded')
  }
}

const bookingOf = ({ refundId, orderId, actor, reason }: Refund, step: string) => ({
  idempotencyKey: `plan ${step}:${refundId}`,
  actor,
  reason,
  subject: orderId,
})

/** A cycle that is over gives nothing back, and neither does a plan that has ended. */
const isOver = ({ row, subscription }: PaidCycle) => !isLive(subscription.state) || row.cycle < subscription.cycle

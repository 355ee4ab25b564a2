import { inTransaction, type Tx } from '#server/kit/db.ts'
import { findDisputes, forgetDeadline, insertEvidence, keepDeadline } from './evidence.repo.ts'
import { lockExisting, updateOrder } from './payment-orders.repo.ts'
import {
  isKnownDispute,
  isStillDisputed,
  nextState,
  type Order,
  type PaidOrder,
  sumOfRefunds,
} from './payment-orders.rules.ts'
import { type DisputeReport, type PaymentsDeps, productOf } from './ports.ts'
import { findRefunds } from './refunds.repo.ts'

type DisputeNotice = Pick<DisputeReport, 'event' | 'answerBy'> & { readonly disputeId?: string | null | undefined }

/**
 * An order is disputed while one of its disputes is open, and charged back once one is lost.
 * @throws while a refund runs, so that the callback is repeated
 */
export async function applyDispute(
  deps: PaymentsDeps,
  orderId: string,
  { event, disputeId: reference = null, answerBy }: DisputeNotice,
): Promise<void> {
  const { db, clock, log } = deps
  await inTransaction(db, async (tx) => {
    const order = await lockExisting(tx, orderId)
    const disputes = await findDisputes(tx, orderId)
    const isOpen = event === 'disputeOpened' && (disputes.get(reference) ?? event) === event
    if (reference !== null) {
      const dispute = { orderId, disputeId: reference }
      await (isOpen && answerBy ? keepDeadline(tx, { ...dispute, answerBy }) : forgetDeadline(tx, dispute))
    }
    if (isKnownDispute(disputes, reference, event)) return
    if (order.state === 'refunding') throw new Error('a dispute of a payment that is being refunded')
    const isOpenStill = event === 'disputeWon' && isStillDisputed(disputes, reference)
    const to = isOpenStill ? undefined : nextState(order.state, event, order.previousState)
    log.error({ orderId, disputeId: reference, event, from: order.state, to }, 'payment disputed')
    const moved = { event, from: order.state, to: to ?? order.state, reference: reference ?? undefined }
    await insertEvidence(tx, orderId, { source: 'callback', at: clock.now(), ...moved })
    if (!to) return
    await updateOrder(tx, orderId, { state: to, previous_state: to === 'disputed' ? previousOf(order) : null })
    if (to === 'charged_back') await chargeBack(deps, tx, order as PaidOrder)
  })
}

const previousOf = ({ state }: Order) =>
  state === 'paid' || state === 'part_refunded' || state === 'review' ? state : null

async function chargeBack(deps: PaymentsDeps, tx: Tx, order: PaidOrder): Promise<void> {
  const { clock, money } = deps
  const { orderId, accountId, kind } = order
  const refundedCents = sumOfRefunds(await findRefunds(tx, orderId))
  // The payer has the money twice: what was refunded is lost once more.
  const isTakenTwice = order.state === 'refunded'
  const amountCents = isTakenTwice ? order.paidCents : order.paidCents - refundedCents
  const movement = { orderId, accountId, kind, amountCents, currency: order.paidCurrency, at: clock.now() }
  // Nothing is lost of what was neither delivered nor returned.
  if (!order.deliveredAt && !isTakenTwice) return money.returned(tx, movement)
  if (order.deliveredAt) await productOf(deps, order.purpose).chargedBack(tx, order)
  await money.chargedBack(tx, movement)
}

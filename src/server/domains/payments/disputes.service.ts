import { type Db, inTransaction } from '#server/kit/db.ts'
import { isKnownDispute, isStillDisputed, nextState, sumOfRefunds } from './payment-orders.rules.ts'
import { findDisputes, insertEvidence } from './evidence.repo.ts'
import { updateOrder } from './payment-orders.repo.ts'
import { type PaymentsDeps, productOf } from './payments-deps.ts'
import type { Order, PaidOrder } from './payments-model.ts'
import type { CallbackReport } from './ports.ts'
import { findRefunds } from './refunds.repo.ts'
import { lockExisting } from './settlement.service.ts'

type DisputeNotice = Pick<Extract<CallbackReport, { of: 'dispute' }>, 'event' | 'disputeId'>

/** What becomes of payments that their payers dispute at the provider, which decides. */
export function createDisputes(deps: PaymentsDeps) {
  const { db, clock, log, money } = deps
  return { dispute }

  /**
   * The payer disputes a payment at the provider, which later decides. The state follows from all disputes of the order: it is disputed
   * while one is open, and charged back once one is lost.
   * @throws while a refund runs: the callback is repeated until the provider has carried it out or refused it
   */
  async function dispute(orderId: string, { event, ...notice }: DisputeNotice): Promise<void> {
    const disputeId = notice.disputeId ?? null
    await inTransaction(db, async (tx) => {
      const order = await lockExisting(tx, orderId)
      if (order.state === 'refunding') throw new Error('a dispute of a payment that is being refunded')
      const disputes = await findDisputes(tx, orderId)
      if (isKnownDispute(disputes, disputeId, event)) return
      const isOpenStill = event === 'disputeWon' && isStillDisputed(disputes, disputeId)
      const to = isOpenStill ? undefined : nextState(order.state, event, order.previousState)
      log.error({ orderId, disputeId, event, from: order.state, to }, 'payment disputed')
      const moved = { event, from: order.state, to: to ?? order.state, reference: disputeId ?? undefined }
      await insertEvidence(tx, orderId, { source: 'callback', at: clock.now(), ...moved })
      if (!to) return
      await updateOrder(tx, orderId, { state: to, previous_state: to === 'disputed' ? previousOf(order) : null })
      if (to === 'charged_back') await chargeBack(tx, order as PaidOrder)
    })
  }

  async function chargeBack(tx: Db, order: PaidOrder): Promise<void> {
    const { orderId, accountId, kind } = order
    const refundedCents = sumOfRefunds(await findRefunds(tx, orderId))
    // The payer has the money twice: what was refunded is lost once more.
    const isTakenTwice = order.state === 'refunded'
    const amountCents = isTakenTwice ? order.paidCents : order.paidCents - refundedCents
    const movement = { orderId, accountId, kind, amountCents, currency: order.paidCurrency, at: clock.now() }
    // Of what was never delivered, and not returned either, nothing is lost.
    if (!order.deliveredAt && !isTakenTwice) return money.returned(tx, movement)
    if (order.deliveredAt) await productOf(deps, order.purpose).chargedBack(tx, order)
    await money.chargedBack(tx, movement)
  }
}

const previousOf = ({ state }: Order) =>
  state === 'paid' || state === 'part_refunded' || state === 'review' ? state : null

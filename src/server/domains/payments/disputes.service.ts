import type { Db } from '#server/kit/db.ts'
import { nextState, sumOfRefunds } from './payment-orders.rules.ts'
import { hasDisputeResult, insertEvidence } from './evidence.repo.ts'
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
   * The payer disputes a payment at the provider, which later decides.
   * Its result counts also when it is heard before the opening, which then changes nothing.
   * @throws while a refund runs: the callback is repeated until the provider has carried it out or refused it
   */
  async function dispute(orderId: string, { event, disputeId }: DisputeNotice): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const order = await lockExisting(tx, orderId)
      const to = nextState(order.state, event, order.previousState)
      log.error({ orderId, event, from: order.state, to }, 'payment disputed')
      if (order.state === 'refunding') throw new Error('a dispute of a payment that is being refunded')
      if (event === 'disputeOpened' && disputeId && (await hasDisputeResult(tx, { orderId, disputeId }))) return
      const isResult = event !== 'disputeOpened' && disputeId !== undefined
      const moved = { event, from: order.state, to: to ?? order.state, reference: disputeId }
      if (to || isResult) await insertEvidence(tx, orderId, { source: 'callback', at: clock.now(), ...moved })
      if (!to) return
      await updateOrder(tx, orderId, { state: to, previous_state: to === 'disputed' ? previousOf(order) : null })
      if (to === 'charged_back') await chargeBack(tx, order as PaidOrder)
    })
  }

  async function chargeBack(tx: Db, order: PaidOrder): Promise<void> {
    const { orderId, accountId, kind } = order
    const refundedCents = sumOfRefunds(await findRefunds(tx, orderId))
    const amountCents = order.paidCents - refundedCents
    const movement = { orderId, accountId, kind, amountCents, currency: order.paidCurrency, at: clock.now() }
    // Of what was never delivered nothing is lost.
    if (!order.deliveredAt) return money.returned(tx, movement)
    await productOf(deps, order.purpose).chargedBack(tx, order)
    await money.chargedBack(tx, movement)
  }
}

const previousOf = ({ state }: Order) =>
  state === 'paid' || state === 'part_refunded' || state === 'review' ? state : null

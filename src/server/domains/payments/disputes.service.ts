import type { Db } from '#server/kit/db.ts'
import { nextState, type OrderEvent, sumOfRefunds } from './payment-orders.rules.ts'
import { insertEvidence, updateOrder } from './payment-orders.repo.ts'
import { type PaymentsDeps, purposeOf } from './payments-deps.ts'
import type { Order, PaidOrder } from './payments-model.ts'
import { findRefunds } from './refunds.repo.ts'
import { lockExisting } from './settlement.service.ts'

/** What becomes of payments that their payers dispute at the provider, which decides. */
export function createDisputes(deps: PaymentsDeps) {
  const { db, clock, log, money } = deps
  return { dispute }

  /** The payer disputes a payment at the provider, which later decides. */
  async function dispute(
    orderId: string,
    event: Extract<OrderEvent, 'disputeOpened' | 'disputeWon' | 'disputeLost'>,
  ): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const order = await lockExisting(tx, orderId)
      const to = nextState(order.state, event, order.previousState)
      if (!to) return
      await insertEvidence(tx, orderId, { source: 'callback', event, from: order.state, to, at: clock.now() })
      await updateOrder(tx, orderId, { state: to, previous_state: to === 'disputed' ? previousOf(order) : null })
      if (to === 'charged_back') await takeBack(tx, order as PaidOrder)
      log.error({ orderId, event }, 'payment disputed')
    })
  }

  async function takeBack(tx: Db, order: PaidOrder): Promise<void> {
    const { orderId, accountId, kind } = order
    const refundedCents = sumOfRefunds(await findRefunds(tx, orderId))
    const amountCents = order.paidCents - refundedCents
    if (order.deliveredAt) await purposeOf(deps, order.purpose).chargedBack(tx, order)
    await money.chargedBack(tx, {
      orderId,
      accountId,
      kind,
      amountCents,
      currency: order.paidCurrency,
      at: clock.now(),
    })
  }
}

const previousOf = ({ state }: Order) => (state === 'paid' || state === 'part_refunded' ? state : null)

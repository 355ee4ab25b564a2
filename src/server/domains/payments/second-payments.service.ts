import { deriveKey } from '#server/kit/keys.ts'
import { secondOrderIdOf } from './payment-ids.rules.ts'
import { insertOrder, type NewOrder, updateOrder } from './payment-orders.repo.ts'
import { nextSecondQuery } from './payment-orders.rules.ts'
import { type PaymentsDeps, providerOf } from './payments-deps.ts'
import type { Order } from './payments-model.ts'
import type { TakenPayment } from './ports.ts'
import { lockExisting, type Settlement } from './settlement.service.ts'

/**
 * Second payments of paid orders. Each that the provider confirms beside the order's own is an order of its own: booked, told to the payer,
 * never delivered, and so refunded by itself. What is only told of, or named in another way, stays an operator's case.
 */
export function createSecondPayments(deps: PaymentsDeps & { settlement: Settlement }) {
  const { db, clock, masterKey, settlement } = deps
  const key = deriveKey(masterKey, 'payments')
  return { check }

  /** Asks the provider of a paid order for every payment of it. */
  async function check(order: Order): Promise<void> {
    const taken = await providerOf(deps, order)?.paymentsOf?.(order)
    const isWhole = taken?.some(({ paymentReference }) => paymentReference === order.paymentReference) ?? false
    if (isWhole) for (const payment of taken!) await record(order.orderId, payment)
    const mayAnswer = taken === undefined && providerOf(deps, order)?.paymentsOf !== undefined
    await updateOrder(db, order.orderId, { query_due_at: mayAnswer ? nextSecondQuery(order, clock.now()) : null })
  }

  /** Its id is derived from both, so that it is recorded once. */
  async function record(orderId: string, payment: TakenPayment): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const order = await lockExisting(tx, orderId)
      if (payment.paymentReference === order.paymentReference) return
      const secondId = secondOrderIdOf(key, orderId, payment.paymentReference)
      const second = await insertOrder(tx, newSecond(order, { ...payment, secondId, at: clock.now() }))
      if (!second) return
      await settlement.applyIn(tx, secondId, { report: { state: 'succeeded', ...payment }, source: 'reconciliation' })
    })
  }
}

type Second = TakenPayment & { secondId: string; at: Temporal.Instant }

/** It asks for what was taken, so that it is covered whatever that is. */
const newSecond = (order: Order, { secondId, amountCents, currency, at }: Second): NewOrder => ({
  order_id: secondId,
  account_id: order.accountId,
  purpose: order.purpose,
  purpose_id: `second.${secondId}`,
  ordinal: 1,
  kind: order.kind,
  sandbox: order.sandbox,
  gateway: order.gateway,
  amount_cents: amountCents,
  currency,
  item: order.item,
  language: order.language,
  terminal: order.terminal,
  continue_url: '',
  cancel_url: '',
  created_at: at,
  expires_at: at,
  query_due_at: null,
  second_of: order.orderId,
})

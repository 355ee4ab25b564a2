import { isOpen, nextSecondQuery } from './payment-orders.rules.ts'
import { leaseDueOrders } from './payment-work.repo.ts'
import { type PaymentsDeps, providerOf } from './payments-deps.ts'
import type { Order, Source } from './payments-model.ts'
import type { PaymentProvider, PaymentReport, TakenPayment } from './ports.ts'
import { type Settlement, lockExisting } from './settlement.service.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { secondOrderIdOf } from './payment-ids.rules.ts'
import { insertOrder, type NewOrder, updateOrder } from './payment-orders.repo.ts'

export type Queries = ReturnType<typeof createQueries>

/** Orders that one node queries at a time. */
const BATCH = 8
/** Another node takes over a query after this time. */
const LEASE = { minutes: 2 } as const

/** Asks providers how orders stand. */
export function createQueries(deps: PaymentsDeps & { settlement: Settlement }) {
  const { db, clock, log, settlement } = deps
  const seconds = createSecondPayments(deps)
  return { check, close, queryDue }

  /**
   * Queries the provider, captures what the payer approved, and applies the result.
   * @returns the order, and whether the provider gave an answer
   */
  async function check(order: Order, source: Source): Promise<{ order: Order; answered: boolean }> {
    const provider = providerOf(deps, order)
    const report: PaymentReport = provider ? await reportOf(provider, order) : { state: 'unknown' }
    return { order: await settlement.apply(order.orderId, report, source), answered: report.state !== 'unknown' }
  }

  async function reportOf(provider: PaymentProvider, order: Order): Promise<PaymentReport> {
    const report = await provider.query(order)
    const isOver = Temporal.Instant.compare(clock.now(), order.expiresAt) >= 0
    if (report.state === 'approved' && isOpen(order.state)) return provider.capture(order)
    const isUnpaid = report.state === 'open' || report.state === 'absent'
    return isUnpaid && isOver && isOpen(order.state) ? provider.cancel(order) : report
  }

  /**
   * Makes sure that an open order cannot be paid any more: queries it, then cancels it.
   * @returns the order: closed, paid after all, or still open when the provider gives no answer
   */
  async function close(order: Order): Promise<Order> {
    const provider = providerOf(deps, order)
    if (!provider) return order
    const report = await provider.query(order)
    const isUnpaid = report.state === 'open' || report.state === 'approved' || report.state === 'absent'
    return settlement.apply(order.orderId, isUnpaid ? await provider.cancel(order) : report, 'browser')
  }

  /** Queries every order that is due. Any number of nodes may do so at once. */
  async function queryDue(): Promise<void> {
    for (;;) {
      const now = clock.now()
      const orders = await leaseDueOrders(db, { now, until: now.add(LEASE), limit: BATCH })
      await Promise.all(orders.map(queryOne))
      if (orders.length < BATCH) return
    }
  }

  /** A query that fails is repeated after its lease. */
  async function queryOne(order: Order): Promise<void> {
    try {
      if (order.paidAt) await seconds.check(order)
      else await check(order, 'reconciliation')
    } catch (error) {
      log.error({ err: error, orderId: order.orderId }, 'payment not reconciled')
    }
  }
}

/**
 * Second payments of paid orders. Each that the provider confirms beside the order's own is an order of its own: booked, told to the payer,
 * never delivered, and so refunded by itself. What is only told of, or named in another way, stays an operator's case.
 */
function createSecondPayments(deps: PaymentsDeps & { settlement: Settlement }) {
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

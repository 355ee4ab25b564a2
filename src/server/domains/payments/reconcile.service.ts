import { inTransaction } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { secondOrderIdOf } from './payment-ids.rules.ts'
import { insertOrder, lockExisting, type NewOrder, updateOrder } from './payment-orders.repo.ts'
import { isOpen, nextSecondQuery, type Order, type Source } from './payment-orders.rules.ts'
import { leaseDueOrders } from './payment-work.repo.ts'
import { type PaymentProvider, type PaymentReport, type PaymentsDeps, providerOf, type TakenPayment } from './ports.ts'
import { applyReport } from './settlement.service.ts'

const BATCH = 8
const LEASE = { minutes: 2 } as const

export async function checkOrder(
  deps: PaymentsDeps,
  order: Order,
  source: Source,
): Promise<{ order: Order; answered: boolean }> {
  const { orderId } = order
  const provider = providerOf(deps, order)
  const report: PaymentReport = provider ? await reportOf(deps, provider, order) : { state: 'unknown' }
  return { order: await applyReport(deps, { orderId, report, source }), answered: report.state !== 'unknown' }
}

async function reportOf({ clock }: PaymentsDeps, provider: PaymentProvider, order: Order): Promise<PaymentReport> {
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
export async function closeOrder(deps: PaymentsDeps, order: Order): Promise<Order> {
  const { orderId } = order
  const provider = providerOf(deps, order)
  if (!provider) return order
  const found = await provider.query(order)
  const isUnpaid = found.state === 'open' || found.state === 'approved' || found.state === 'absent'
  const report = isUnpaid ? await provider.cancel(order) : found
  return applyReport(deps, { orderId, report, source: 'browser' })
}

export async function queryDue(deps: PaymentsDeps): Promise<void> {
  const { db, clock } = deps
  for (;;) {
    const now = clock.now()
    const orders = await leaseDueOrders(db, { now, until: now.add(LEASE), limit: BATCH })
    await Promise.all(orders.map((order) => queryOne(deps, order)))
    if (orders.length < BATCH) return
  }
}

async function queryOne(deps: PaymentsDeps, order: Order): Promise<void> {
  try {
    if (order.paidAt) await findSecondPayments(deps, order)
    else await checkOrder(deps, order, 'reconciliation')
  } catch (error) {
    deps.log.error({ err: error, orderId: order.orderId }, 'payment not reconciled')
  }
}

/**
 * Each payment that the provider confirms beside the order's own becomes an order of its own: booked, announced to the payer, never
 * delivered, and so refunded automatically. One that the provider does not confirm stays an operator's case.
 */
async function findSecondPayments(deps: PaymentsDeps, order: Order): Promise<void> {
  const { db, clock } = deps
  const provider = providerOf(deps, order)
  const taken = await provider?.paymentsOf?.(order)
  const isWhole = taken?.some(({ paymentReference }) => paymentReference === order.paymentReference) ?? false
  if (isWhole) for (const payment of taken!) await recordSecond(deps, order.orderId, payment)
  const mayAnswer = taken === undefined && provider?.paymentsOf !== undefined
  await updateOrder(db, order.orderId, { query_due_at: mayAnswer ? nextSecondQuery(order, clock.now()) : null })
}

async function recordSecond(deps: PaymentsDeps, orderId: string, payment: TakenPayment): Promise<void> {
  const { db, clock, masterKey } = deps
  await inTransaction(db, async (tx) => {
    const order = await lockExisting(tx, orderId)
    if (payment.paymentReference === order.paymentReference) return
    const secondId = secondOrderIdOf(deriveKey(masterKey, 'payments'), orderId, payment.paymentReference)
    const second = await insertOrder(tx, newSecond(order, { ...payment, secondId, at: clock.now() }))
    if (!second) return
    const report = { state: 'succeeded', ...payment } as const
    await applyReport(deps, { orderId: secondId, report, source: 'reconciliation' }, tx)
  })
}

type Second = TakenPayment & { secondId: string; at: Temporal.Instant }

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

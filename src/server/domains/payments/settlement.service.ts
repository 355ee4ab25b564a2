import { LANGUAGES } from '#contract/languages.ts'
import { type Db, inTransaction, type Tx } from '#server/kit/db.ts'
import { hasEvidence, insertEvidence } from './evidence.repo.ts'
import { lockExisting, lockOrder, updateOrder } from './payment-orders.repo.ts'
import {
  covers,
  isOpen,
  nextQuery,
  nextState,
  type Order,
  type OrderEvent,
  type OrderState,
  type PaidOrder,
  SECOND_HOURS,
  type Source,
  type Translated,
} from './payment-orders.rules.ts'
import { type Delivery, type PaymentReport, type PaymentsDeps, providerOf, productOf } from './ports.ts'
import { insertReceipt } from './receipts.repo.ts'

export type Said = { orderId: string; report: PaymentReport; source: Source }

/**
 * Applies what a provider says of an order. A report that is repeated, late or out of order changes nothing. A payment that covers the
 * order is delivered in the same transaction. Joins the transaction `on`.
 */
export function applyReport(deps: PaymentsDeps, said: Said, on: Db = deps.db): Promise<Order> {
  return inTransaction(on, (tx) => applyIn(deps, tx, said))
}

async function applyIn(deps: PaymentsDeps, tx: Tx, { orderId, report, source }: Said): Promise<Order> {
  const { clock, log, money } = deps
  const order = await lockExisting(tx, orderId)
  const event = eventOf(order, report)
  const to = event && nextState(order.state, event, order.previousState)
  const now = clock.now()
  const paid = report.state === 'succeeded' ? report : undefined
  if (order.paidAt) return paid ? recordPaidAgain(deps, tx, { order, paid, source }) : order
  if (!event || !to) return updateOrder(tx, orderId, { query_due_at: nextQuery(order, now) })
  await insertEvidence(tx, orderId, { source, event, from: order.state, to, at: now, paid })
  if (!paid) return moveUnpaid(deps, tx, { order, to })
  const settled = (await updateOrder(tx, orderId, {
    state: to,
    query_due_at: secondsDueAt(deps, order),
    next_action: null,
    payment_reference: paid.paymentReference,
    paid_cents: paid.amountCents,
    paid_currency: paid.currency,
    paid_at: now,
  })) as PaidOrder
  const { accountId, kind, paidCents, paidCurrency } = settled
  await money.received(tx, { orderId, accountId, kind, amountCents: paidCents, currency: paidCurrency, at: now })
  if (to === 'paid') return deliver(deps, tx, { order: settled, source, at: now })
  log.error({ orderId, due: order.amountCents, paid: paid.amountCents }, 'payment of another amount: review it')
  return settled
}

/**
 * Accepts a payment of another amount. One in another currency can only be refunded: the books count Hong Kong cents.
 * @returns undefined when the order is not under review
 */
export function acceptReview(
  deps: PaymentsDeps,
  orderId: string,
  on: Db,
): Promise<Order | 'other currency' | undefined> {
  return inTransaction(on, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const to = order && nextState(order.state, 'reviewAccepted', order.previousState)
    if (!to) return undefined
    if (order.paidCurrency !== order.currency) return 'other currency'
    const at = deps.clock.now()
    await insertEvidence(tx, orderId, { source: 'operator', event: 'reviewAccepted', from: order.state, to, at })
    const accepted = (await updateOrder(tx, orderId, { state: to })) as PaidOrder
    return deliver(deps, tx, { order: accepted, source: 'operator', at })
  })
}

async function deliver(
  deps: PaymentsDeps,
  tx: Tx,
  { order, source, at }: { order: PaidOrder; source: Source; at: Temporal.Instant },
): Promise<Order> {
  const { log, messages, itemName, seller } = deps
  const { orderId, orderNumber, accountId, item, paidAt } = order
  const snapshot = { seller: seller(), item: translated((language) => itemName(item, language)) }
  await insertReceipt(tx, { orderId, receiptNumber: orderNumber, issuedAt: paidAt, snapshot })
  const delivery = await deliveryOf(deps, tx, { order, at })
  if (!delivery.delivered) {
    if (accountId !== null && order.secondOf !== null)
      await messages.post(tx, { accountId, template: 'paidTwice', params: { item, amountCents: order.paidCents } })
    log.warn({ orderId, reason: delivery.reason }, 'paid and undeliverable: it will be refunded')
    return updateOrder(tx, orderId, { undeliverable: delivery.reason })
  }
  // The plan announces its renewals itself.
  if (source !== 'browser' && accountId !== null && order.purpose !== 'renewal') {
    const params = { item, amountCents: order.paidCents, orderNumber }
    await messages.post(tx, { accountId, template: 'paymentReceived', params })
  }
  return updateOrder(tx, orderId, { delivered_at: at })
}

async function deliveryOf(
  deps: PaymentsDeps,
  tx: Tx,
  { order, at: settledAt }: { order: PaidOrder; at: Temporal.Instant },
): Promise<Delivery> {
  const { accountId } = order
  if (order.secondOf !== null) return { delivered: false, reason: 'the order was paid before' }
  if (order.supersededAt !== null) return { delivered: false, reason: 'another payment was started' }
  if (accountId === null) return { delivered: false, reason: 'the account was erased' }
  return productOf(deps, order.purpose).onSettled(tx, { ...order, accountId, settledAt })
}

type SecondPayment = {
  order: Order
  paid: Extract<PaymentReport, { state: 'succeeded' }>
  source: Source
}

/** A second payment is neither booked nor delivered before its provider confirms it. */
async function recordPaidAgain(deps: PaymentsDeps, tx: Tx, { order, paid, source }: SecondPayment): Promise<Order> {
  const { orderId, state, paymentReference } = order
  const { paymentReference: reference, amountCents } = paid
  const event = 'paidAgain'
  if (reference === paymentReference || (await hasEvidence(tx, { orderId, reference, event }))) return order
  const at = deps.clock.now()
  await insertEvidence(tx, orderId, { source, event, from: state, to: state, at, paid })
  deps.log.error({ orderId, reference, amountCents }, 'an order was paid twice')
  return updateOrder(tx, orderId, { query_due_at: at })
}

/** Null where no second payment is possible. */
function secondsDueAt(deps: PaymentsDeps, order: Order): Temporal.Instant | null {
  if (order.secondOf !== null || !providerOf(deps, order)?.paymentsOf) return null
  const now = deps.clock.now()
  const isOpenYet = Temporal.Instant.compare(order.expiresAt, now) > 0
  return (isOpenYet ? order.expiresAt : now).add({ hours: SECOND_HOURS })
}

async function moveUnpaid(deps: PaymentsDeps, tx: Tx, { order, to }: { order: Order; to: OrderState }): Promise<Order> {
  const query_due_at = nextQuery({ ...order, state: to }, deps.clock.now())
  const isOver = !isOpen(to)
  const moved = await updateOrder(tx, order.orderId, { state: to, query_due_at, ...(isOver && { next_action: null }) })
  if (isOver) await productOf(deps, order.purpose).onFailed?.(tx, moved)
  return moved
}

const translated = (text: (language: (typeof LANGUAGES)[number]) => string): Translated => ({
  zh_HK: text('zh_HK'),
  en_US: text('en_US'),
})

function eventOf(order: Order, report: PaymentReport): OrderEvent | undefined {
  switch (report.state) {
    case 'succeeded':
      return covers(order, report) && !report.isReturned ? 'covered' : 'mismatched'
    case 'failed':
      return 'refused'
    case 'closed':
    case 'abandoned':
      return report.state
    case 'open':
    case 'approved':
      return 'accepted'
    default:
      return undefined
  }
}

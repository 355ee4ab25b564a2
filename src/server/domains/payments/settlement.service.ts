import { LANGUAGES } from '#contract/languages.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import {
  covers,
  isOpen,
  nextQuery,
  nextState,
  type OrderEvent,
  type OrderState,
  SECOND_HOURS,
} from './payment-orders.rules.ts'
import { hasPaidAgain, insertEvidence } from './evidence.repo.ts'
import { lockOrder, updateOrder } from './payment-orders.repo.ts'
import { receiptNumberOf } from './payment-ids.rules.ts'
import { type PaymentsDeps, providerOf, productOf } from './payments-deps.ts'
import type { Order, PaidOrder, Source, Translated } from './payments-model.ts'
import type { Delivery, PaymentReport } from './ports.ts'
import { insertReceipt } from './receipts.repo.ts'

export type Settlement = ReturnType<typeof createSettlement>

/** Moves orders by what their provider says. Whatever is said twice, late or out of order changes nothing. */
export function createSettlement(deps: PaymentsDeps) {
  const { db, clock, log, messages, money, itemName, seller } = deps
  return { apply, applyIn, acceptReview }

  /**
   * Applies a report under the order's lock. A payment that covers the order is delivered in the same transaction.
   * @returns the order as it stands now
   */
  async function apply(orderId: string, report: PaymentReport, source: Source): Promise<Order> {
    return db.transaction().execute((tx) => applyIn(tx, orderId, { report, source }))
  }

  /** As `apply`, in the caller's transaction. */
  async function applyIn(
    tx: Db,
    orderId: string,
    { report, source }: { report: PaymentReport; source: Source },
  ): Promise<Order> {
    const order = await lockExisting(tx, orderId)
    const event = eventOf(order, report)
    const to = event && nextState(order.state, event, order.previousState)
    const now = clock.now()
    const paid = report.state === 'succeeded' ? report : undefined
    if (order.paidAt) return paid ? hearPaidAgain(deps, tx, { order, paid, source }) : order
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
    if (to === 'paid') return deliver(tx, settled, source)
    log.error({ orderId, asked: order.amountCents, paid: paid.amountCents }, 'payment of another amount: review it')
    return settled
  }

  /**
   * An operator accepts a payment of another amount. One in another currency can only be refunded: the books count Hong Kong cents.
   * Joins the transaction `on`.
   * @returns undefined when the order is not under review
   */
  async function acceptReview(orderId: string, on: Db = db): Promise<Order | 'other currency' | undefined> {
    return inTransaction(on, async (tx) => {
      const order = await lockOrder(tx, orderId)
      const to = order && nextState(order.state, 'reviewAccepted', order.previousState)
      if (!to) return undefined
      if (order.paidCurrency !== order.currency) return 'other currency'
      const evidence = { source: 'operator', event: 'reviewAccepted', from: order.state, to, at: clock.now() } as const
      await insertEvidence(tx, orderId, evidence)
      return deliver(tx, (await updateOrder(tx, orderId, { state: to })) as PaidOrder, 'operator')
    })
  }

  async function deliver(tx: Db, order: PaidOrder, source: Source): Promise<Order> {
    const { orderId, accountId, item, paidAt } = order
    const receiptNumber = receiptNumberOf(orderId, paidAt)
    const snapshot = { seller, item: translated((language) => itemName(item, language)) }
    await insertReceipt(tx, { orderId, receiptNumber, issuedAt: paidAt, snapshot })
    const delivery = await deliveryOf(deps, tx, order)
    if (!delivery.delivered) {
      if (accountId !== null && order.secondOf !== null)
        await messages.post(tx, { accountId, template: 'paidTwice', params: { item, amountCents: order.paidCents } })
      log.warn({ orderId, reason: delivery.reason }, 'paid and undeliverable: it will be refunded')
      return updateOrder(tx, orderId, { undeliverable: delivery.reason })
    }
    // Of a renewal the plan tells, with what the cycle brings.
    if (source !== 'browser' && accountId !== null && order.purpose !== 'renewal') {
      const params = { item, amountCents: order.paidCents }
      await messages.post(tx, { accountId, template: 'paymentReceived', params })
    }
    return updateOrder(tx, orderId, { delivered_at: clock.now() })
  }
}

async function deliveryOf(deps: PaymentsDeps, tx: Db, order: PaidOrder): Promise<Delivery> {
  const { accountId } = order
  if (order.secondOf !== null) return { delivered: false, reason: 'the order was paid before' }
  if (order.supersededAt !== null) return { delivered: false, reason: 'another payment was started' }
  if (accountId === null) return { delivered: false, reason: 'the account was erased' }
  return productOf(deps, order.purpose).onSettled(tx, { ...order, accountId })
}

type SecondPayment = {
  order: Order
  paid: Extract<PaymentReport, { state: 'succeeded' }>
  source: Source
}

/** A payment beside the one that an order has: it is neither booked nor delivered before its provider confirms it. */
async function hearPaidAgain(deps: PaymentsDeps, tx: Db, { order, paid, source }: SecondPayment): Promise<Order> {
  const { orderId, state, paymentReference } = order
  const { paymentReference: reference, amountCents } = paid
  if (reference === paymentReference || (await hasPaidAgain(tx, { orderId, reference }))) return order
  const at = deps.clock.now()
  await insertEvidence(tx, orderId, { source, event: 'paidAgain', from: state, to: state, at, paid })
  deps.log.error({ orderId, reference, amountCents }, 'an order was paid twice')
  return updateOrder(tx, orderId, { query_due_at: at })
}

/** When the provider is asked whether an order was paid twice, where that is possible. */
function secondsDueAt(deps: PaymentsDeps, order: Order): Temporal.Instant | null {
  if (order.secondOf !== null || !providerOf(deps, order)?.paymentsOf) return null
  const now = deps.clock.now()
  const isOpenYet = Temporal.Instant.compare(order.expiresAt, now) > 0
  return (isOpenYet ? order.expiresAt : now).add({ hours: SECOND_HOURS })
}

/** Moves an order that was not paid; its product is told when it is over. */
async function moveUnpaid(deps: PaymentsDeps, tx: Db, { order, to }: { order: Order; to: OrderState }): Promise<Order> {
  const query_due_at = nextQuery({ ...order, state: to }, deps.clock.now())
  const isOver = !isOpen(to)
  const moved = await updateOrder(tx, order.orderId, { state: to, query_due_at, ...(isOver && { next_action: null }) })
  if (isOver) await productOf(deps, order.purpose).onFailed?.(tx, moved)
  return moved
}

/** Locks an order. @throws when there is none */
export async function lockExisting(tx: Db, orderId: string): Promise<Order> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Error(`no order ${orderId}`)
  return order
}

const translated = (text: (language: (typeof LANGUAGES)[number]) => string): Translated => ({
  zh_HK: text('zh_HK'),
  en_US: text('en_US'),
})

/** What a report means for an order. */
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

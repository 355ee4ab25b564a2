import type { Db } from '#server/kit/db.ts'
import { blockPurchases, walletOf } from '../ledger/index.ts'
import type { PaidOrder, Refund } from '../payments/index.ts'
import { bookSale } from './sale-bookings.service.ts'
import { lockOrder, updateOrder } from './sale-orders.repo.ts'
import { moneyOf, nextState, restOf } from './sale-orders.rules.ts'
import type { SalesDeps } from './sales-deps.ts'
import type { SaleOrder } from './sales-model.ts'

/** Returns money for goods, all or a part. Their units go back into stock by an operator's word only, who has seen them. */
export function createSaleRefunds({ clock }: Pick<SalesDeps, 'clock'>) {
  return { beforeRefund, refundFailed, refunded, chargedBack }

  /** Sets the money aside. Nothing is sent while a refund runs. */
  async function beforeRefund(tx: Db, { orderId }: PaidOrder, { refundId, amountCents }: Refund) {
    const order = await requireOrder(tx, orderId)
    if (restOf(order) < amountCents) return { maxCents: restOf(order) }
    await updateOrder(tx, orderId, { refundId })
    await bookSale(tx, {
      orderId,
      step: `hold:${refundId}`,
      cents: amountCents,
      from: moneyOf(order.sentAt),
      to: 'refund_hold',
      at: clock.now(),
    })
    return undefined
  }

  async function refundFailed(tx: Db, { orderId }: PaidOrder, { refundId, amountCents }: Refund): Promise<void> {
    const order = await requireOrder(tx, orderId)
    await updateOrder(tx, orderId, { refundId: null })
    await bookSale(tx, {
      orderId,
      step: `release:${refundId}`,
      cents: amountCents,
      from: 'refund_hold',
      to: moneyOf(order.sentAt),
      at: clock.now(),
    })
  }

  /** An order whose money is all returned before it was sent is not sent. */
  async function refunded(tx: Db, { orderId }: PaidOrder, { refundId, amountCents }: Refund): Promise<void> {
    const order = await requireOrder(tx, orderId)
    const refundedCents = order.refundedCents + amountCents
    const isWhole = refundedCents === order.paidCents
    const state = isWhole ? nextState(order.state, 'returned') : undefined
    await updateOrder(tx, orderId, { refundId: null, refundedCents, ...(state && { state }) })
    await bookSale(tx, {
      orderId,
      step: `capture:${refundId}`,
      cents: amountCents,
      from: 'refund_hold',
      to: 'payments_received',
      at: clock.now(),
    })
  }

  /** What was not sent stays here. The buyer's purchases stop until an operator allows them again. */
  async function chargedBack(tx: Db, { orderId, accountId }: PaidOrder): Promise<void> {
    const order = await requireOrder(tx, orderId)
    const at = clock.now()
    const state = nextState(order.state, 'returned')
    if (state) await updateOrder(tx, orderId, { state })
    await bookSale(tx, {
      orderId,
      step: 'charged back',
      cents: restOf(order),
      from: moneyOf(order.sentAt),
      to: 'dispute_loss',
      at,
    })
    if (accountId) await blockPurchases(tx, { walletId: await walletOf(tx, accountId, at), at })
  }
}

/** Locks an order that was paid. @throws when there is none */
async function requireOrder(tx: Db, orderId: string): Promise<SaleOrder> {
  const order = await lockOrder(tx, orderId)
  if (order?.paidCents == null) throw new Error(`no order of goods ${orderId}`)
  return order
}

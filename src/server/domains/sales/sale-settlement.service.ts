import type { Db } from '#server/kit/db.ts'
import type { Delivery as Outcome, Order, PaidOrder } from '../payments/index.ts'
import { moveUnits } from './goods.repo.ts'
import { bookSale } from './sale-bookings.service.ts'
import { findLines, lockOrder, updateOrder } from './sale-orders.repo.ts'
import { nextState } from './sale-orders.rules.ts'
import type { OrderedLine } from './sales-model.ts'

/** What becomes of the units of an order when its payment ends. */
export function createSaleSettlement() {
  return { onSettled, onFailed: (tx: Db, { orderId }: Order) => freeUnits(tx, orderId) }

  /**
   * The units that it holds are sold. A payment that comes after it was given up takes units that are free; without them, or without an
   * address, it is returned.
   */
  async function onSettled(tx: Db, { orderId, paidAt, paidCents }: PaidOrder): Promise<Outcome> {
    const order = await lockOrder(tx, orderId)
    const to = order && nextState(order.state, 'settled')
    if (!to) return { delivered: false, reason: 'no order of goods waits for it' }
    if (!order.sealed) return { delivered: false, reason: 'the address is erased' }
    const lines = await findLines(tx, [orderId])
    if (order.state === 'held') await moveUnits(tx, { move: 'sell', lines })
    else if (!(await takeFree(tx, lines))) return { delivered: false, reason: 'sold out' }
    await updateOrder(tx, orderId, { state: to, paidCents, paidAt })
    await bookSale(tx, {
      orderId,
      step: 'sold',
      cents: paidCents,
      from: 'payments_received',
      to: 'deferred_sales',
      at: paidAt,
    })
    return { delivered: true }
  }

  /** Takes all of the units, or none. */
  async function takeFree(tx: Db, lines: readonly OrderedLine[]): Promise<boolean> {
    const short = await moveUnits(tx, { move: 'take', lines })
    if (short.length === 0) return true
    await moveUnits(tx, { move: 'restock', lines: lines.filter(({ goodsId }) => !short.includes(goodsId)) })
    return false
  }
}

/** Frees the units of an order whose payment is over. */
export async function freeUnits(tx: Db, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const to = order && nextState(order.state, 'ended')
  if (!to) return
  await moveUnits(tx, { move: 'free', lines: await findLines(tx, [orderId]) })
  await updateOrder(tx, orderId, { state: to })
}

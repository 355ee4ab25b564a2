import { bookOrder } from '../ledger/index.ts'
import { inTransaction, type Db, type Tx } from '#server/kit/db.ts'
import type { Addresses } from './addresses.ts'
import { findLines, findOpen, findGoodsOrder, findPaid, lockGoodsOrder, updateGoodsOrder } from './goods-orders.repo.ts'
import type { SalesDeps } from './ports.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'
import { moveUnits } from './goods.repo.ts'
import { unitsOf } from './goods.rules.ts'
import { nextState, restOf } from './goods-orders.rules.ts'
import type { GoodsOrder, ShownGoodsOrder } from './sales-model.ts'

type Operation = OperatorAction & { readonly orderId: string }

const LIST_MAX = 1_000

/** Paid orders, and what operators do with them. Every action is in the audit log, also reading an address. */
export function createDeliveries({ db, clock, messages, addresses }: SalesDeps & { addresses: Addresses }) {
  return { list, ofAccount, show, markSent, markDelivered, restock }

  async function show({ orderId, actor, reason }: Operation): Promise<ShownGoodsOrder> {
    return inTransaction(db, async (tx) => {
      const row = await findGoodsOrder(tx, orderId)
      const [order] = row?.paidAt ? await withLines([row], tx) : []
      if (!order) throw operatorRefusal({ is: 'orderNotPaid', orderId })
      await record(tx, 'read address', { orderId, actor, reason })
      return order
    })
  }

  /** The order has left; its money is earned. @throws AppError */
  async function markSent({ reference, ...operation }: Operation & { reference?: string | undefined }): Promise<void> {
    await change(operation, 'send order', async (tx, order) => {
      if (order.refundId !== null) throw operatorRefusal({ is: 'orderRefundRuns', orderId: order.orderId })
      if (order.isDisputed) throw operatorRefusal({ is: 'orderDisputed', orderId: order.orderId })
      const state = nextState(order.state, 'sent')
      if (!state) throw operatorRefusal({ is: 'orderNotToSend', orderId: order.orderId, state: order.state })
      const at = clock.now()
      const { orderId, orderNumber, accountId, lockerCode } = order
      await updateGoodsOrder(tx, orderId, { state, sentAt: at, reference: reference ?? null })
      await bookOrder(tx, {
        kind: 'sale',
        orderId,
        step: 'sent',
        cents: restOf(order),
        from: 'deferred_sales',
        to: 'sale_revenue',
        at,
      })
      const [first, ...others] = await findLines(tx, [orderId])
      if (accountId === null || !first) return
      const units = unitsOf([first, ...others])
      const things = 1 + others.length
      const known = { ...(lockerCode !== null && { lockerCode }), ...(reference !== undefined && { reference }) }
      const params = { name: first.name, medium: first.medium, units, things, orderNumber, ...known }
      await messages.post(tx, { accountId, template: 'orderSent', params })
    })
  }

  async function markDelivered(operation: Operation): Promise<void> {
    await change(operation, 'deliver order', async (tx, order) => {
      const state = nextState(order.state, 'delivered')
      if (!state) throw operatorRefusal({ is: 'orderNotSent', orderId: order.orderId, state: order.state })
      await updateGoodsOrder(tx, order.orderId, { state, deliveredAt: clock.now() })
    })
  }

  /** Its units, which the operator has in hand, can be sold again; once. @throws AppError */
  async function restock(operation: Operation): Promise<void> {
    await change(operation, 'restock order', async (tx, order) => {
      if (order.restockedAt) throw operatorRefusal({ is: 'orderRestocked', orderId: order.orderId })
      if (order.state === 'paid') throw operatorRefusal({ is: 'orderToSend', orderId: order.orderId })
      await moveUnits(tx, { move: 'restock', lines: await findLines(tx, [order.orderId]) })
      await updateGoodsOrder(tx, order.orderId, { restockedAt: clock.now() })
    })
  }

  async function change(
    operation: Operation,
    action: string,
    work: (tx: Tx, order: GoodsOrder) => Promise<void>,
  ): Promise<void> {
    await inTransaction(db, async (tx) => {
      const order = await lockGoodsOrder(tx, operation.orderId)
      if (!order?.paidAt) throw operatorRefusal({ is: 'orderNotPaid', orderId: operation.orderId })
      await work(tx, order)
      await record(tx, action, operation)
    })
  }

  function record(tx: Tx, action: string, { orderId, actor, reason }: Operation): Promise<void> {
    return recordAudit(tx, { at: clock.now(), actor, action, subject: `sale order:${orderId}`, reason })
  }

  type PageRequest = { accountId: string; page: number; pageSize: number }

  async function ofAccount({ accountId, page, pageSize }: PageRequest) {
    const { rows, total } = await findPaid(db, { accountId, page, pageSize })
    return { list: await withLines(rows), page, pageSize, total }
  }

  async function list(states: readonly GoodsOrder['state'][] = ['paid']): Promise<ShownGoodsOrder[]> {
    return withLines(await findOpen(db, { states, limit: LIST_MAX }))
  }

  async function withLines(rows: readonly GoodsOrder[], on: Db = db): Promise<ShownGoodsOrder[]> {
    const lines = await findLines(
      on,
      rows.map(({ orderId }) => orderId),
    )
    return rows.map((row) => ({
      ...row,
      lines: lines.filter(({ orderId }) => orderId === row.orderId),
      to: addresses.open(row.orderId, row.sealed),
    }))
  }
}

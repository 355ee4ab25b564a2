import { bookOrder } from '../ledger/index.ts'
import { inTransaction, type Db, type Tx } from '#server/kit/db.ts'
import type { Addresses } from './addresses.ts'
import type { KeysetPage } from '#server/kit/keyset.ts'
import {
  countUnsent,
  type DeliveryQuery,
  findDeliveryPage,
  findLines,
  findOpen,
  findGoodsOrder,
  findPaid,
  lockGoodsOrder,
  updateGoodsOrder,
} from './goods-orders.repo.ts'
import type { SalesDeps } from './ports.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'
import { moveUnits } from './goods.repo.ts'
import { unitsOf } from './goods.rules.ts'
import { nextState, restOf } from './goods-orders.rules.ts'
import type { GoodsOrder, ShownGoodsOrder } from './sales-model.ts'

type Operation = OperatorAction & { readonly orderId: string }

const LIST_MAX = 1_000

interface Sending {
  readonly orderId: string
  readonly reference?: string | undefined
}

type DeliveryDeps = SalesDeps & { readonly addresses: Addresses }

/** What operators do with paid orders, in the caller's transaction, which writes the audit entry. */
export function createOperatorDeliveries({ db, clock, messages, addresses }: DeliveryDeps) {
  return { page, countUnsent: (max: number) => countUnsent(db, max), open, send, deliver, restock, packing }

  /** Without whom they go to. */
  async function page(query: DeliveryQuery): Promise<KeysetPage<ShownGoodsOrder>> {
    const found = await findDeliveryPage(db, query)
    return { ...found, list: await withLines({ on: db, addresses }, found.list) }
  }

  /** @throws NOT_FOUND */
  async function open(tx: Tx, orderId: string): Promise<ShownGoodsOrder> {
    const row = await findGoodsOrder(tx, orderId)
    const [order] = row?.paidAt ? await withLines({ on: tx, addresses }, [row]) : []
    if (!order) throw operatorRefusal({ is: 'orderNotPaid', orderId })
    return order
  }

  /** The order has left; its money is earned. @throws AppError */
  async function send(tx: Tx, { orderId, reference }: Sending): Promise<GoodsOrder> {
    const order = await lockPaid(tx, orderId)
    if (order.refundId !== null) throw operatorRefusal({ is: 'orderRefundRuns', orderId })
    if (order.isDisputed) throw operatorRefusal({ is: 'orderDisputed', orderId })
    const state = nextState(order.state, 'sent')
    if (!state) throw operatorRefusal({ is: 'orderNotToSend', orderId, state: order.state })
    const at = clock.now()
    const { orderNumber, accountId, lockerCode } = order
    await updateGoodsOrder(tx, orderId, { state, sentAt: at, reference: reference ?? null })
    const accounts = { from: 'deferred_sales', to: 'sale_revenue' } as const
    await bookOrder(tx, { kind: 'sale', orderId, step: 'sent', cents: restOf(order), ...accounts, at })
    const [first, ...others] = await findLines(tx, [orderId])
    if (accountId === null || !first) return order
    const units = unitsOf([first, ...others])
    const things = 1 + others.length
    const known = { ...(lockerCode !== null && { lockerCode }), ...(reference !== undefined && { reference }) }
    const params = { name: first.name, medium: first.medium, units, things, orderNumber, ...known }
    await messages.post(tx, { accountId, template: 'orderSent', params })
    return order
  }

  /** @throws AppError */
  async function deliver(tx: Tx, orderId: string): Promise<GoodsOrder> {
    const order = await lockPaid(tx, orderId)
    const state = nextState(order.state, 'delivered')
    if (!state) throw operatorRefusal({ is: 'orderNotSent', orderId, state: order.state })
    await updateGoodsOrder(tx, orderId, { state, deliveredAt: clock.now() })
    return order
  }

  /** Its units, which the operator has in hand, can be sold again; once. @throws AppError */
  async function restock(tx: Tx, orderId: string): Promise<GoodsOrder> {
    const order = await lockPaid(tx, orderId)
    if (order.restockedAt) throw operatorRefusal({ is: 'orderRestocked', orderId })
    if (order.state === 'paid') throw operatorRefusal({ is: 'orderToSend', orderId })
    await moveUnits(tx, { move: 'restock', lines: await findLines(tx, [orderId]) })
    await updateGoodsOrder(tx, orderId, { restockedAt: clock.now() })
    return order
  }

  /** What is to be sent and not held by a refund or a dispute, the oldest first, with whom it goes to. */
  async function packing(tx: Tx, limit: number): Promise<{ orders: ShownGoodsOrder[]; isMore: boolean }> {
    const rows = await findOpen(tx, { states: ['paid'], limit: limit + 1 })
    const free = rows.slice(0, limit).filter(({ refundId, isDisputed }) => refundId === null && !isDisputed)
    return { orders: await withLines({ on: tx, addresses }, free), isMore: rows.length > limit }
  }

  async function lockPaid(tx: Tx, orderId: string): Promise<GoodsOrder> {
    const order = await lockGoodsOrder(tx, orderId)
    if (!order?.paidAt) throw operatorRefusal({ is: 'orderNotPaid', orderId })
    return order
  }
}

/** Paid orders for their members and for the commands. Every action of a command is in the audit log, also reading an address. */
export function createDeliveries(deps: DeliveryDeps) {
  const { db, clock, addresses } = deps
  const deliveries = createOperatorDeliveries(deps)
  return { list, ofAccount, show, markSent, markDelivered, restock }

  function show(operation: Operation): Promise<ShownGoodsOrder> {
    return act(operation, 'read address', (tx) => deliveries.open(tx, operation.orderId))
  }

  /** The order has left; its money is earned. @throws AppError */
  async function markSent({ reference, ...operation }: Operation & { reference?: string | undefined }): Promise<void> {
    const { orderId } = operation
    await act(operation, 'send order', (tx) => deliveries.send(tx, { orderId, reference }))
  }

  async function markDelivered(operation: Operation): Promise<void> {
    await act(operation, 'deliver order', (tx) => deliveries.deliver(tx, operation.orderId))
  }

  /** Its units, which the operator has in hand, can be sold again; once. @throws AppError */
  async function restock(operation: Operation): Promise<void> {
    await act(operation, 'restock order', (tx) => deliveries.restock(tx, operation.orderId))
  }

  function act<T>({ orderId, actor, reason }: Operation, action: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return inTransaction(db, async (tx) => {
      const result = await work(tx)
      await recordAudit(tx, { at: clock.now(), actor, action, subject: `sale order:${orderId}`, reason })
      return result
    })
  }

  type PageRequest = { accountId: string; page: number; pageSize: number }

  async function ofAccount({ accountId, page, pageSize }: PageRequest) {
    const { rows, total } = await findPaid(db, { accountId, page, pageSize })
    return { list: await withLines({ on: db, addresses }, rows), page, pageSize, total }
  }

  async function list(states: readonly GoodsOrder['state'][] = ['paid']): Promise<ShownGoodsOrder[]> {
    return withLines({ on: db, addresses }, await findOpen(db, { states, limit: LIST_MAX }))
  }
}

interface Reading {
  readonly on: Db
  readonly addresses: Addresses
}

async function withLines({ on, addresses }: Reading, rows: readonly GoodsOrder[]): Promise<ShownGoodsOrder[]> {
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

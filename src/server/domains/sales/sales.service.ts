import type { Language } from '#contract/languages.ts'
import { KEPT_DAYS } from '#contract/validity.ts'
import { inTransaction, type Db, type Tx } from '#server/kit/db.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import { createAddresses, type Addresses } from './addresses.ts'
import {
  isEmpty,
  findDoubleCountries,
  findKnown,
  lockUnits,
  upsertFreight,
  upsertGoods,
  upsertLocker,
  upsertSale,
} from './goods-import.repo.ts'
import { deleteNotices, findNotices } from './notices.repo.ts'
import {
  countToSend,
  eraseAddresses,
  findOverHeld,
  hasUnsent,
  unlinkOrders,
  findLines,
  findOpen,
  findOrder,
  findPaid,
  lockOrder,
  updateOrder,
} from './sale-orders.repo.ts'
import { createSaleOrders } from './sale-orders.service.ts'
import { freeUnits } from './sale-settlement.service.ts'
import type { SalesDeps } from './sales-deps.ts'
import { createSaleLists } from './sale-lists.service.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'
import { moveUnits } from './goods.repo.ts'
import { unitsOf } from './goods.rules.ts'
import { bookSale } from './sale-bookings.service.ts'
import { nextState, restOf } from './sale-orders.rules.ts'
import type { SaleOrder, ShownOrder } from './sales-model.ts'
import { type Applied, contentPart, type ImportProblem, type Upsert } from '#server/kit/content-part.ts'
import { checkGoods, GOODS_SCHEMAS, type GoodsRecords } from './goods-import.rules.ts'

export type Sales = ReturnType<typeof createSales>

const HELD_EVERY_MS = 60_000
const HELD_BATCH = 100
const NOTICES_EVERY_MS = 60_000
const ERASE_EVERY_MS = 3_600_000
/** Orders in an export; above what any account has. */
const EXPORT_MAX = 10_000

export function createSales(deps: SalesDeps) {
  const { db, clock, log } = deps
  const addresses = createAddresses(deps.masterKey)
  const { list, detail, notify, sendNotices } = createSaleLists(deps)
  const deliveries = createDeliveries({ ...deps, addresses })
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'held goods', everyMs: HELD_EVERY_MS, run: freeOverHeld },
      { name: 'goods in stock', everyMs: NOTICES_EVERY_MS, run: sendNotices },
      { name: 'delivery addresses', everyMs: ERASE_EVERY_MS, run: eraseOldAddresses },
    ],
    personalData: { name: 'sales', collect, erase },
    content: goodsContent,
    gauges: [
      {
        name: 'harbour_sales_to_send',
        help: 'Orders of goods that are paid and not sent.',
        labels: [],
        read: async () => [{ value: await countToSend(db), labels: {} }],
      },
    ],
  }
  return {
    list,
    detail,
    notify,
    deliveries,
    isEmpty: () => isEmpty(db),
    /** What money is taken for here; for payments. */
    product: createSaleOrders({ ...deps, addresses }).product,
    domainModule,
  }

  /** A payment that was under review and is returned tells nobody: its units are found here. */
  async function freeOverHeld(): Promise<void> {
    for (const orderId of await findOverHeld(db, HELD_BATCH)) {
      await inTransaction(deps.db, (tx) => freeUnits(tx, orderId))
    }
  }

  function eraseOldAddresses(): Promise<void> {
    const before = (days: number) => clock.now().subtract({ hours: days * 24 })
    const [unpaidBefore, overBefore] = [before(KEPT_DAYS.unpaidOrders), before(KEPT_DAYS.deliveries)]
    return eraseAddresses(db, { unpaidBefore, overBefore })
  }

  /** The orders that an account paid, with their addresses, and the goods that it waits for. */
  async function collect({ accountId }: Person, language: Language): Promise<unknown> {
    const { list: orders } = await deliveries.ofAccount({ accountId, page: 1, pageSize: EXPORT_MAX })
    return {
      orders: orders.map(({ orderId, state, lines, to, paidCents, freightCents, refundedCents, ...order }) => ({
        orderId,
        state,
        goods: lines.map(({ name, quantity, amountCents }) => ({ name: name[language], quantity, amountCents })),
        paidCents,
        freightCents,
        refundedCents,
        to,
        paidAt: order.paidAt,
        sentAt: order.sentAt,
        deliveredAt: order.deliveredAt,
        reference: order.reference,
      })),
      waitsFor: await findNotices(db, accountId),
    }
  }

  /** Goods that were paid are sent first: their address is needed until then. */
  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    if (await hasUnsent(tx, accountId)) {
      log.info({ accountId }, 'erasure waits for a delivery')
      throw new Error('an order is not sent')
    }
    await deleteNotices(tx, accountId)
    await unlinkOrders(tx, accountId)
  }
}

type Operation = OperatorAction & { readonly orderId: string }

/** Orders that a list shows. */
const LIST_MAX = 1_000

/** Orders that were paid, and what operators do with them. Whatever they do is in the audit log, and so is reading an address. */
function createDeliveries(deps: SalesDeps & { addresses: Addresses }) {
  const { db, clock, messages } = deps
  const { list, ofAccount, withLines } = createReads(deps)
  return { list, ofAccount, show, markSent, markDelivered, restock }

  /** One order with its address, for whoever sends it. @throws AppError */
  async function show({ orderId, actor, reason }: Operation): Promise<ShownOrder> {
    return inTransaction(db, async (tx) => {
      const row = await findOrder(tx, orderId)
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
      const { orderId, accountId, lockerCode } = order
      await updateOrder(tx, orderId, { state, sentAt: at, reference: reference ?? null })
      await bookSale(tx, {
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
      const params = { name: first.name, units, things, ...known }
      await messages.post(tx, { accountId, template: 'orderSent', params })
    })
  }

  /** It was collected, or handed over. @throws AppError */
  async function markDelivered(operation: Operation): Promise<void> {
    await change(operation, 'deliver order', async (tx, order) => {
      const state = nextState(order.state, 'delivered')
      if (!state) throw operatorRefusal({ is: 'orderNotSent', orderId: order.orderId, state: order.state })
      await updateOrder(tx, order.orderId, { state, deliveredAt: clock.now() })
    })
  }

  /** Its units, which the operator has in hand, can be sold again; once. @throws AppError */
  async function restock(operation: Operation): Promise<void> {
    await change(operation, 'restock order', async (tx, order) => {
      if (order.restockedAt) throw operatorRefusal({ is: 'orderRestocked', orderId: order.orderId })
      if (order.state === 'paid') throw operatorRefusal({ is: 'orderToSend', orderId: order.orderId })
      await moveUnits(tx, { move: 'restock', lines: await findLines(tx, [order.orderId]) })
      await updateOrder(tx, order.orderId, { restockedAt: clock.now() })
    })
  }

  /** Changes a locked, paid order, with its entry in the audit log. */
  async function change(
    operation: Operation,
    action: string,
    work: (tx: Tx, order: SaleOrder) => Promise<void>,
  ): Promise<void> {
    await inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, operation.orderId)
      if (!order?.paidAt) throw operatorRefusal({ is: 'orderNotPaid', orderId: operation.orderId })
      await work(tx, order)
      await record(tx, action, operation)
    })
  }

  function record(tx: Tx, action: string, { orderId, actor, reason }: Operation): Promise<void> {
    return recordAudit(tx, { at: clock.now(), actor, action, subject: `sale order:${orderId}`, reason })
  }
}

/** What is read of orders. */
function createReads({ db, addresses }: Pick<SalesDeps, 'db'> & { addresses: Addresses }) {
  return { list, ofAccount, withLines }

  type PageRequest = { accountId: string; page: number; pageSize: number }

  /** A page of the orders that an account paid, the newest first. */
  async function ofAccount({ accountId, page, pageSize }: PageRequest) {
    const { rows, total } = await findPaid(db, { accountId, page, pageSize })
    return { list: await withLines(rows), page, pageSize, total }
  }

  /** The orders to be sent, or those in another state, the oldest first. */
  async function list(states: readonly SaleOrder['state'][] = ['paid']): Promise<ShownOrder[]> {
    return withLines(await findOpen(db, { states, limit: LIST_MAX }))
  }

  async function withLines(rows: readonly SaleOrder[], on: Db = db): Promise<ShownOrder[]> {
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

/** Sales, goods, lockers and freight in `npm run content -- import`. */
export const goodsContent = contentPart({
  audit: { action: 'import goods', subject: 'sales' },
  schemas: GOODS_SCHEMAS,
  check: checkGoods,
  apply,
})

async function apply(tx: Db, records: GoodsRecords, at: Temporal.Instant): Promise<Applied> {
  const problems = await findProblems(tx, records)
  if (problems.length > 0) return { done: [], problems }
  const done: Upsert[] = []
  for (const one of records.sale) done.push(await upsertSale(tx, one, at))
  for (const one of records.locker) done.push(await upsertLocker(tx, one, at))
  for (const one of records.freight) done.push(await upsertFreight(tx, one, at))
  for (const one of records.goods) done.push(await upsertGoods(tx, one, at))
  return { done, problems: doublesOf(records, await findDoubleCountries(tx)) }
}

/** What the database says against lines. Locks the goods, so that nothing is sold meanwhile. */
async function findProblems(tx: Db, { sale: sales, goods }: GoodsRecords): Promise<ImportProblem[]> {
  const programIds = [...goods, ...sales].flatMap(({ programId }) => programId ?? [])
  const known = await findKnown(tx, { saleIds: goods.map(({ saleId }) => saleId), programIds })
  const saleIds = new Set([...known.sales, ...sales.map(({ saleId }) => saleId)])
  const taken = await lockUnits(
    tx,
    goods.map(({ goodsId }) => goodsId),
  )
  const problems: ImportProblem[] = []
  const say = (line: number, message: string) => problems.push({ line, message })
  for (const { line, programId } of [...sales, ...goods]) {
    if (programId !== undefined && !known.titles.includes(programId))
      say(line, `programId: there is no title ${programId}`)
  }
  for (const { line, saleId, goodsId, supplied } of goods) {
    if (!saleIds.has(saleId)) say(line, `saleId: there is no sale ${saleId}`)
    const units = taken.get(goodsId) ?? 0
    if (supplied < units) say(line, `supplied: ${units} units of ${goodsId} are sold or held by payments already`)
  }
  return problems
}

const doublesOf = ({ freight }: GoodsRecords, doubles: readonly string[]): ImportProblem[] =>
  freight.flatMap(({ line, countries }) =>
    countries
      .filter((country) => doubles.includes(country))
      .map((country) => ({ line, message: `countries: ${country} is in another zone already` })),
  )

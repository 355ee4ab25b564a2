import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import type { Delivery as Outcome, Instructions, Order, PaidOrder, Purpose, Quote } from '../payments/index.ts'
import type { Addresses } from './addresses.ts'
import { findGoods, findHeldUntil, findLockers, findSales, findZones, lockGoods, moveUnits } from './goods.repo.ts'
import { availableOf, centsOf, deliveryCost, mergeLines, unitsOf } from './goods.rules.ts'
import { bookSale } from './sale-bookings.service.ts'
import { findLines, findOrder, insertOrder, lockOrder, updateOrder } from './sale-orders.repo.ts'
import { nextState } from './sale-orders.rules.ts'
import { createSaleRefunds } from './sale-refunds.service.ts'
import { CURRENCY, type SalesDeps } from './sales-deps.ts'
import type { OrderedLine } from './sales-model.ts'

type Bought = NonNullable<Instructions['sale']>

/**
 * Sells goods for money. The units of an order are held from the transaction that makes its payment until the payment ends; they are
 * sold in the transaction that makes it paid.
 */
export function createSaleOrders(deps: SalesDeps & { addresses: Addresses }) {
  const { db, clock, addresses } = deps
  const purpose: Purpose = {
    name: 'sale',
    // oxlint-disable-next-line max-params -- the port's
    quote: (_accountId, saleId, _kind, given) => quote(saleId, given),
    instructions: { keep, isSame },
    onSettled,
    onFailed,
    ...createSaleRefunds(deps),
  }
  return { purpose }

  /**
   * The price with its freight.
   * @returns undefined when the sale does not run, or does not have these goods
   * @throws INVALID_INPUT for a locker or country that there is none of, SELLING_FAST
   */
  async function quote(saleId: string, { sale: bought }: Instructions = {}): Promise<Quote | undefined> {
    const lines = bought && mergeLines(bought.lines)
    const [sale] = await findSales(db, { now: clock.now(), saleId })
    if (!sale || !bought || !lines || lines.length === 0) return undefined
    const goods = new Map((await findGoods(db, [saleId])).map((one) => [one.goodsId, one]))
    const priced = lines.flatMap((line) => {
      const found = goods.get(line.goodsId)
      return found ? [{ ...line, amountCents: found.amountCents }] : []
    })
    if (priced.length < lines.length) return undefined
    const units = unitsOf(lines)
    const { name } = goods.get(bought.lines[0]!.goodsId)!
    const amountCents = centsOf(priced) + (await freight(bought, units))
    return { amountCents, currency: CURRENCY, item: { template: 'sale', params: { name, units } } }
  }

  /** In cents. @throws INVALID_INPUT for a locker or country that there is none of */
  async function freight({ to }: Bought, units: number, tx: Db = db): Promise<number> {
    const [lockers, zones] = to.method === 'pickup' ? [await findLockers(tx), []] : [[], await findZones(tx)]
    const cost = deliveryCost(to, units, { lockers, zones })
    if ('cents' in cost) return cost.cents
    const rule = cost.field === 'lockerCode' ? 'LOCKER_CODE' : 'COUNTRY'
    throw new AppError('INVALID_INPUT', { fields: { [cost.field]: rule } })
  }

  /** Holds the units of an order whose payment begins. @throws SELLING_FAST, CONFLICT when a price has changed */
  async function keep(
    tx: Db,
    { orderId, accountId, purposeId, amountCents }: Order,
    given: Instructions,
  ): Promise<void> {
    const bought = given.sale!
    const lines = mergeLines(bought.lines)!
    const priced = await hold(tx, purposeId, lines)
    const freightCents = await freight(bought, unitsOf(lines), tx)
    if (centsOf(priced) + freightCents !== amountCents) throw new AppError('CONFLICT')
    await insertOrder(tx, {
      orderId,
      accountId,
      saleId: purposeId,
      method: bought.to.method,
      lockerCode: bought.to.method === 'pickup' ? bought.to.lockerCode : null,
      sealed: addresses.seal(orderId, bought.to),
      freightCents,
      orderedAt: clock.now(),
      lines: priced,
    })
  }

  async function hold(tx: Db, saleId: string, lines: Bought['lines']): Promise<OrderedLine[]> {
    const goods = await lockGoods(tx, { saleId, goodsIds: lines.map(({ goodsId }) => goodsId) })
    const priced: OrderedLine[] = []
    for (const line of lines) {
      const found = goods.find(({ goodsId }) => goodsId === line.goodsId)
      if (!found) throw new AppError('CONFLICT')
      const available = availableOf(found)
      if (available < line.quantity) throw await sellingFast(tx, { goodsId: line.goodsId, available })
      priced.push({ ...line, amountCents: found.amountCents })
    }
    await moveUnits(tx, { move: 'hold', lines })
    return priced
  }

  async function sellingFast(tx: Db, { goodsId, available }: { goodsId: string; available: number }) {
    const until = await findHeldUntil(tx, goodsId)
    const seconds = until && Math.max(1, Math.ceil(clock.now().until(until).total('seconds')))
    return new AppError('SELLING_FAST', { goodsId, available, ...(seconds !== undefined && { retryAfter: seconds }) })
  }

  async function isSame({ orderId }: Order, { sale: given }: Instructions): Promise<boolean> {
    const kept = await findOrder(db, orderId)
    const lines = given && mergeLines(given.lines)
    if (!kept || !lines) return false
    const wanted = lines.map(({ goodsId, quantity }) => `${goodsId}:${quantity}`)
    const had = (await findLines(db, [orderId])).map(({ goodsId, quantity }) => `${goodsId}:${quantity}`)
    const isSameGoods = wanted.length === had.length && wanted.every((line) => had.includes(line))
    return isSameGoods && isEqual(addresses.open(orderId, kept.sealed), given.to)
  }

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

  /** The payment ended: its units are free again. */
  async function onFailed(tx: Db, { orderId }: Order): Promise<void> {
    const order = await lockOrder(tx, orderId)
    const to = order && nextState(order.state, 'ended')
    if (!to) return
    await moveUnits(tx, { move: 'free', lines: await findLines(tx, [orderId]) })
    await updateOrder(tx, orderId, { state: to })
  }
}

const isEqual = (one: object | undefined, other: object): boolean =>
  one !== undefined &&
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted())

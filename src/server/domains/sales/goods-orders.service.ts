import type { Db } from '#server/kit/db.ts'
import {
  type Delivery,
  type Order,
  type PaidOrder,
  type PurchaseDetails,
  type Product,
  retryAfterHold,
  type Quote,
  type ProductRefund,
  type Refund,
  type SettledOrder,
} from '../payments/index.ts'
import { moveUnits, findHeldUntil, lockGoods, findGoods, findLockers, findSales, findZones } from './goods.repo.ts'
import { findLines, lockGoodsOrder, updateGoodsOrder, findGoodsOrder, insertGoodsOrder } from './goods-orders.repo.ts'
import { nextState, moneyOf, restOf } from './goods-orders.rules.ts'
import type { OrderedLine, Goods, GoodsOrder } from './sales-model.ts'
import { AppError } from '#contract/errors.ts'
import type { Addresses } from './addresses.ts'
import { availableOf, centsOf, mergeLines, unitsOf, deliveryCost } from './goods.rules.ts'
import { type SalesDeps, CURRENCY } from './ports.ts'
import { bookOrder, blockPurchases, walletOf } from '../ledger/index.ts'

/**
 * Sells goods for money. The units of an order are held from the transaction that makes its payment until the payment ends; they are
 * sold in the transaction that makes it paid.
 */
export function goodsProduct(deps: SalesDeps & { addresses: Addresses }): Product {
  const { db, clock, addresses } = deps
  const quotes = createGoodsQuotes(deps)
  const refunds = createGoodsRefunds(deps)
  return {
    name: 'sale',
    quote: ({ accountId, purposeId, details }) => quotes.quote({ accountId, saleId: purposeId }, details),
    details: { keep, isSame },
    onSettled,
    onFailed: (tx, { orderId }) => freeUnits(tx, orderId),
    beforeRefund: refunds.beforeRefund,
    refundFailed: refunds.refundFailed,
    refunded: refunds.refunded,
    chargedBack: refunds.chargedBack,
  }

  /** Holds the units of an order whose payment begins. @throws SELLING_FAST, CONFLICT when a price has changed */
  async function keep(
    tx: Db,
    { orderId, accountId, purposeId, amountCents }: Order,
    given: PurchaseDetails,
  ): Promise<void> {
    const bought = given.sale!
    const lines = mergeLines(bought.lines)!
    const priced = await hold(tx, purposeId, lines)
    const freightCents = await quotes.freight(bought, unitsOf(lines), tx)
    if (centsOf(priced) + freightCents !== amountCents) throw new AppError('CONFLICT')
    await insertGoodsOrder(tx, {
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
    const now = clock.now()
    const seconds = until && Math.ceil(now.until(retryAfterHold(until, now)).total('seconds'))
    return new AppError('SELLING_FAST', { goodsId, available, ...(seconds !== undefined && { retryAfter: seconds }) })
  }

  async function isSame({ orderId }: Order, { sale: given }: PurchaseDetails): Promise<boolean> {
    const kept = await findGoodsOrder(db, orderId)
    const lines = given && mergeLines(given.lines)
    if (!kept || !lines) return false
    const wanted = lines.map(({ goodsId, quantity }) => `${goodsId}:${quantity}`)
    const had = (await findLines(db, [orderId])).map(({ goodsId, quantity }) => `${goodsId}:${quantity}`)
    const isSameGoods = wanted.length === had.length && wanted.every((line) => had.includes(line))
    return isSameGoods && isEqual(addresses.open(orderId, kept.sealed), given.to)
  }
}

const isEqual = (one: object | undefined, other: object): boolean =>
  one !== undefined &&
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted())

type Bought = NonNullable<PurchaseDetails['sale']>

function createGoodsQuotes({ db, clock }: Pick<SalesDeps, 'db' | 'clock'>) {
  return { quote, freight }

  /**
   * The price with its freight. Units that are not available are refused here, before the account's open payment of the same sale is closed;
   * the units that this payment holds are available.
   * @returns undefined when the sale does not run, or does not have these goods
   * @throws INVALID_INPUT for an unknown locker or country, SELLING_FAST
   */
  async function quote(
    { accountId, saleId }: { accountId: string; saleId: string },
    { sale: bought }: PurchaseDetails = {},
  ): Promise<Quote | undefined> {
    const lines = bought && mergeLines(bought.lines)
    const [sale] = await findSales(db, { now: clock.now(), saleId })
    if (!sale || !bought || !lines || lines.length === 0) return undefined
    const goods = new Map((await findGoods(db, { saleIds: [saleId], accountId })).map((one) => [one.goodsId, one]))
    const priced = lines.flatMap((line) => {
      const found = goods.get(line.goodsId)
      return found ? [{ ...line, amountCents: found.amountCents }] : []
    })
    if (priced.length < lines.length) return undefined
    for (const { goodsId, quantity } of lines) {
      const found = goods.get(goodsId)!
      if (availableOf(found) < quantity) throw sellingFast(found, clock.now())
    }
    const units = unitsOf(lines)
    const { name, medium } = goods.get(bought.lines[0]!.goodsId)!
    const amountCents = centsOf(priced) + (await freight(bought, units))
    return {
      amountCents,
      currency: CURRENCY,
      item: { template: 'sale', params: { name, units, things: lines.length, medium } },
    }
  }

  async function freight({ to }: Bought, units: number, tx: Db = db): Promise<number> {
    const [lockers, zones] = to.method === 'pickup' ? [await findLockers(tx), []] : [[], await findZones(tx)]
    const cost = deliveryCost(to, units, { lockers, zones })
    if ('cents' in cost) return cost.cents
    const rule = cost.field === 'lockerCode' ? 'LOCKER_CODE' : 'COUNTRY'
    throw new AppError('INVALID_INPUT', { fields: { [cost.field]: rule } })
  }
}

/** With when to try again, where payments of others hold units. */
function sellingFast({ heldUntil, ...goods }: Goods, now: Temporal.Instant): AppError {
  const details = { goodsId: goods.goodsId, available: availableOf(goods) }
  if (heldUntil === null) return new AppError('SELLING_FAST', details)
  const retryAfter = Math.ceil(now.until(retryAfterHold(heldUntil, now)).total('seconds'))
  return new AppError('SELLING_FAST', { ...details, retryAfter })
}

/** Refunds goods, in whole or in part. Units return to stock only when an operator says that they are back. */
function createGoodsRefunds({ clock }: Pick<SalesDeps, 'clock'>) {
  return { beforeRefund, refundFailed, refunded, chargedBack }

  /** Sets the money aside. Nothing is sent while a refund runs. */
  async function beforeRefund(tx: Db, { orderId }: PaidOrder, { refundId, amountCents }: Refund) {
    const order = await requireGoodsOrder(tx, orderId)
    if (restOf(order) < amountCents) return { maxCents: restOf(order) }
    await updateGoodsOrder(tx, orderId, { refundId })
    await bookOrder(tx, {
      kind: 'sale',
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
    const order = await requireGoodsOrder(tx, orderId)
    await updateGoodsOrder(tx, orderId, { refundId: null })
    await bookOrder(tx, {
      kind: 'sale',
      orderId,
      step: `release:${refundId}`,
      cents: amountCents,
      from: 'refund_hold',
      to: moneyOf(order.sentAt),
      at: clock.now(),
    })
  }

  /** An order whose money is all returned before it was sent is not sent. */
  async function refunded(tx: Db, { orderId }: PaidOrder, refund: ProductRefund): Promise<void> {
    const { refundId, amountCents, isWhole } = refund
    const order = await requireGoodsOrder(tx, orderId)
    const refundedCents = order.refundedCents + amountCents
    const state = isWhole ? nextState(order.state, 'returned') : undefined
    await updateGoodsOrder(tx, orderId, { refundId: null, refundedCents, ...(state && { state }) })
    await bookOrder(tx, {
      kind: 'sale',
      orderId,
      step: `capture:${refundId}`,
      cents: amountCents,
      from: 'refund_hold',
      to: 'payments_received',
      at: clock.now(),
    })
  }

  /** Unsent goods stay here. The buyer's purchases are blocked until an operator allows them again. */
  async function chargedBack(tx: Db, { orderId, accountId }: PaidOrder): Promise<void> {
    const order = await requireGoodsOrder(tx, orderId)
    const at = clock.now()
    const state = nextState(order.state, 'returned')
    if (state) await updateGoodsOrder(tx, orderId, { state })
    await bookOrder(tx, {
      kind: 'sale',
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

/** @throws when there is none */
async function requireGoodsOrder(tx: Db, orderId: string): Promise<GoodsOrder> {
  const order = await lockGoodsOrder(tx, orderId)
  if (order?.paidCents == null) throw new Error(`no order of goods ${orderId}`)
  return order
}

/**
 * Sells the units that the payment holds. A payment that arrives after it was abandoned takes free units; without them, or without an
 * address, it is returned.
 */
async function onSettled(tx: Db, { orderId, paidAt, settledAt, paidCents }: SettledOrder): Promise<Delivery> {
  const order = await lockGoodsOrder(tx, orderId)
  const to = order && nextState(order.state, 'settled')
  if (!to) return { delivered: false, reason: 'no order of goods waits for it' }
  if (!order.sealed) return { delivered: false, reason: 'the address is erased' }
  const lines = await findLines(tx, [orderId])
  if (order.state === 'held') await moveUnits(tx, { move: 'sell', lines })
  else if (!(await takeFree(tx, lines))) return { delivered: false, reason: 'sold out' }
  await updateGoodsOrder(tx, orderId, { state: to, paidCents, paidAt })
  await bookOrder(tx, {
    kind: 'sale',
    orderId,
    step: 'sold',
    cents: paidCents,
    from: 'payments_received',
    to: 'deferred_sales',
    at: settledAt,
  })
  return { delivered: true }
}

async function takeFree(tx: Db, lines: readonly OrderedLine[]): Promise<boolean> {
  const short = await moveUnits(tx, { move: 'take', lines })
  if (short.length === 0) return true
  await moveUnits(tx, { move: 'restock', lines: lines.filter(({ goodsId }) => !short.includes(goodsId)) })
  return false
}

export async function freeUnits(tx: Db, orderId: string): Promise<void> {
  const order = await lockGoodsOrder(tx, orderId)
  const to = order && nextState(order.state, 'ended')
  if (!to) return
  await moveUnits(tx, { move: 'free', lines: await findLines(tx, [orderId]) })
  await updateGoodsOrder(tx, orderId, { state: to })
}

import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import type { PurchaseDetails, Order, Product } from '../payments/index.ts'
import { retryAfterHold } from '../payments/index.ts'
import type { Addresses } from './addresses.ts'
import { findHeldUntil, lockGoods, moveUnits } from './goods.repo.ts'
import { availableOf, centsOf, mergeLines, unitsOf } from './goods.rules.ts'
import { findLines, findOrder, insertOrder } from './sale-orders.repo.ts'
import { type Bought, createSaleQuotes } from './sale-quotes.service.ts'
import { createSaleRefunds } from './sale-refunds.service.ts'
import { createSaleSettlement } from './sale-settlement.service.ts'
import type { SalesDeps } from './sales-deps.ts'
import type { OrderedLine } from './sales-model.ts'

/**
 * Sells goods for money. The units of an order are held from the transaction that makes its payment until the payment ends; they are
 * sold in the transaction that makes it paid.
 */
export function createSaleOrders(deps: SalesDeps & { addresses: Addresses }) {
  const { db, clock, addresses } = deps
  const { quote, freight } = createSaleQuotes(deps)
  const product: Product = {
    name: 'sale',
    quote: ({ accountId, purposeId, details }) => quote({ accountId, saleId: purposeId }, details),
    details: { keep, isSame },
    ...createSaleSettlement(),
    ...createSaleRefunds(deps),
  }
  return { product }

  /** Holds the units of an order whose payment begins. @throws SELLING_FAST, CONFLICT when a price has changed */
  async function keep(
    tx: Db,
    { orderId, accountId, purposeId, amountCents }: Order,
    given: PurchaseDetails,
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
    const now = clock.now()
    const seconds = until && Math.ceil(now.until(retryAfterHold(until, now)).total('seconds'))
    return new AppError('SELLING_FAST', { goodsId, available, ...(seconds !== undefined && { retryAfter: seconds }) })
  }

  async function isSame({ orderId }: Order, { sale: given }: PurchaseDetails): Promise<boolean> {
    const kept = await findOrder(db, orderId)
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

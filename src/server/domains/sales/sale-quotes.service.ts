import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import { type PurchaseDetails, type Quote, retryAfterHold } from '../payments/index.ts'
import { findGoods, findLockers, findSales, findZones } from './goods.repo.ts'
import { availableOf, centsOf, deliveryCost, mergeLines, unitsOf } from './goods.rules.ts'
import { CURRENCY, type SalesDeps } from './sales-deps.ts'
import type { Goods } from './sales-model.ts'

export type Bought = NonNullable<PurchaseDetails['sale']>

/** What orders of goods cost. */
export function createSaleQuotes({ db, clock }: Pick<SalesDeps, 'db' | 'clock'>) {
  return { quote, freight }

  /**
   * The price with its freight. What cannot be had is refused here, before the account's open payment of the same sale is closed for it;
   * what that payment holds can be had.
   * @returns undefined when the sale does not run, or does not have these goods
   * @throws INVALID_INPUT for a locker or country that there is none of, SELLING_FAST
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
    const { name } = goods.get(bought.lines[0]!.goodsId)!
    const amountCents = centsOf(priced) + (await freight(bought, units))
    return {
      amountCents,
      currency: CURRENCY,
      item: { template: 'sale', params: { name, units, things: lines.length } },
    }
  }

  /** In cents. @throws INVALID_INPUT for a locker or country that there is none of */
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

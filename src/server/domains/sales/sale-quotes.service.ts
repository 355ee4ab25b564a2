import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import type { Instructions, Quote } from '../payments/index.ts'
import { findGoods, findLockers, findSales, findZones } from './goods.repo.ts'
import { centsOf, deliveryCost, mergeLines, unitsOf } from './goods.rules.ts'
import { CURRENCY, type SalesDeps } from './sales-deps.ts'

export type Bought = NonNullable<Instructions['sale']>

/** What orders of goods cost. */
export function createSaleQuotes({ db, clock }: Pick<SalesDeps, 'db' | 'clock'>) {
  return { quote, freight }

  /**
   * The price with its freight.
   * @returns undefined when the sale does not run, or does not have these goods
   * @throws INVALID_INPUT for a locker or country that there is none of, SELLING_FAST
   */
  async function quote(saleId: string, { sale: bought }: Instructions = {}): Promise<Quote | undefined> {
    const lines = bought && mergeLines(bought.lines)
    const [sale] = await findSales(db, { now: clock.now(), saleId })
    if (!sale || !bought || !lines || lines.length === 0) return undefined
    const goods = new Map((await findGoods(db, { saleIds: [saleId] })).map((one) => [one.goodsId, one]))
    const priced = lines.flatMap((line) => {
      const found = goods.get(line.goodsId)
      return found ? [{ ...line, amountCents: found.amountCents }] : []
    })
    if (priced.length < lines.length) return undefined
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

import { type Delivery, freightOf, type SaleLine, type StockState, UNITS_MAX } from '#contract/goods.ts'
import type { FreightZone, Goods, Locker, OrderedLine } from './sales-model.ts'

type Stock = Pick<Goods, 'supplied' | 'sold' | 'held'>

export const availableOf = ({ supplied, sold, held }: Stock): number => supplied - sold - held

/** Whether goods can be bought. Units that payments hold may become free again. */
export function stockOf(goods: Stock): StockState {
  if (availableOf(goods) > 0) return 'available'
  return goods.held > 0 ? 'held' : 'soldOut'
}

/** One line for each thing, in the order of their ids, which is the order of locks. @returns undefined for more units than may be bought */
export function mergeLines(lines: readonly SaleLine[]): SaleLine[] | undefined {
  const units = new Map<string, number>()
  for (const { goodsId, quantity } of lines) units.set(goodsId, (units.get(goodsId) ?? 0) + quantity)
  const merged = [...units].map(([goodsId, quantity]) => ({ goodsId, quantity }))
  if (merged.some(({ quantity }) => quantity > UNITS_MAX)) return undefined
  return merged.toSorted((one, other) => (one.goodsId < other.goodsId ? -1 : 1))
}

/** The cost of a delivery in cents. @returns the wrong field, if there is one */
export function deliveryCost(
  to: Delivery,
  units: number,
  { lockers, zones }: { lockers: readonly Pick<Locker, 'lockerCode'>[]; zones: readonly FreightZone[] },
): { cents: number } | { field: 'lockerCode' | 'country' } {
  if (to.method === 'pickup') {
    return lockers.some(({ lockerCode }) => lockerCode === to.lockerCode) ? { cents: 0 } : { field: 'lockerCode' }
  }
  const zone = zones.find(({ countries }) => countries.includes(to.country))
  return zone ? { cents: freightOf(zone, units) } : { field: 'country' }
}

export const unitsOf = (lines: readonly SaleLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)

export const centsOf = (lines: readonly OrderedLine[]): number =>
  lines.reduce((sum, { quantity, amountCents }) => sum + quantity * amountCents, 0)

/** As it is printed on a locker: without spaces, in capitals. */
export const normalizeLockerCode = (typed: string): string => typed.replaceAll(/\s/g, '').toUpperCase()

import type { Goods } from './order.rules.ts'

export const SORTS = ['editor', 'newest', 'priceUp', 'priceDown'] as const
export type Sort = (typeof SORTS)[number]

/** What of a sale is shown, and in which order; it is in the address. */
export interface Shown {
  readonly classify: Goods['classify'] | undefined
  readonly isInStock: boolean
  readonly sort: Sort
}

/** Reads what the address says; anything else shows all. */
export function readShown(query: URLSearchParams, goods: readonly Goods[]): Shown {
  const classify = classifiesOf(goods).find((one) => one === query.get('classify'))
  const sort = SORTS.find((one) => one === query.get('sort')) ?? 'editor'
  return { classify, isInStock: query.get('stock') === 'in', sort }
}

/** The kinds that there are, in the order in which they are offered. */
export const classifiesOf = (goods: readonly Goods[]): Goods['classify'][] =>
  (['movie', 'drama', 'kids', 'variety', 'mixed'] as const).filter((kind) =>
    goods.some(({ classify }) => classify === kind),
  )

const ORDERS: Readonly<Record<Sort, (one: Goods, other: Goods) => number>> = {
  editor: () => 0,
  newest: (one, other) => Date.parse(other.addedAt) - Date.parse(one.addedAt),
  priceUp: (one, other) => one.amount - other.amount,
  priceDown: (one, other) => other.amount - one.amount,
}

/** The goods that are shown. */
export const shownGoods = (goods: readonly Goods[], { classify, isInStock, sort }: Shown): Goods[] =>
  goods
    .filter((one) => classify === undefined || one.classify === classify)
    .filter(({ stock }) => !isInStock || stock === 'available')
    .toSorted(ORDERS[sort])

import type { Sort } from '#contract/categories.ts'
import type { Language } from '#contract/languages.ts'

/** What titles are ordered by, by slot. Titles are compared as PostgreSQL compares their UTF-8 bytes. */
export interface SortKeys {
  readonly programId: string[]
  readonly publishedAt: number[]
  readonly popularity: number[]
  readonly score: number[]
  readonly titleZh: string[]
  readonly titleEn: string[]
}

/** An order that a list can have: a sort, by title in one language. */
export type OrderName = Exclude<Sort, 'title'> | 'titleZh' | 'titleEn'

/** The order of a sort. Chinese titles stand by radical and stroke, as Unicode orders them. */
export const orderName = (sort: Sort, language: Language): OrderName =>
  sort === 'title' ? (language === 'zh_HK' ? 'titleZh' : 'titleEn') : sort

/** A text such that the order of such texts is that of the UTF-8 bytes: one character per byte. */
export const byteOrdered = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

type Compare = (a: number, b: number) => number

/** The titles in each order that was needed so far. */
export interface Orders {
  /** All slots that are taken, in an order. */
  get(name: OrderName): readonly number[]
  /** Moves the changed slots to their places, and takes out those that are no longer taken. */
  update(changed: ReadonlySet<number>): void
}

/** @param slots the slots that are taken, in any order */
export function createOrders(keys: SortKeys, slots: () => number[]): Orders {
  const orders = new Map<OrderName, number[]>()
  const compare = comparisons(keys)
  return {
    get(name) {
      const order = orders.get(name) ?? slots().sort(compare[name])
      orders.set(name, order)
      return order
    },
    update(changed) {
      if (orders.size === 0) return
      const taken = slots().filter((slot) => changed.has(slot))
      for (const [name, order] of orders) {
        const others = order.filter((slot) => !changed.has(slot))
        orders.set(name, merged(others, taken.toSorted(compare[name]), compare[name]))
      }
    },
  }
}

function comparisons(keys: SortKeys): Record<OrderName, Compare> {
  const { programId, publishedAt, popularity, score, titleZh, titleEn } = keys
  const byId: Compare = (a, b) => compareTexts(programId[a]!, programId[b]!)
  const byPopularity: Compare = (a, b) => popularity[b]! - popularity[a]! || byId(a, b)
  return {
    newest: (a, b) => publishedAt[b]! - publishedAt[a]! || byId(a, b),
    popular: byPopularity,
    score: (a, b) => score[b]! - score[a]! || byPopularity(a, b),
    titleZh: (a, b) => compareTexts(titleZh[a]!, titleZh[b]!) || byId(a, b),
    titleEn: (a, b) => compareTexts(titleEn[a]!, titleEn[b]!) || byId(a, b),
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Two ordered lists as one. */
function merged(one: readonly number[], other: readonly number[], compare: Compare): number[] {
  const result: number[] = []
  let [n, m] = [0, 0]
  while (n < one.length || m < other.length) {
    const takesOne = m === other.length || (n < one.length && compare(one[n]!, other[m]!) <= 0)
    result.push(takesOne ? one[n++]! : other[m++]!)
  }
  return result
}

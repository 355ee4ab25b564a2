import type { Found } from './find.repo.ts'
import type { NameTable } from './name-table.rules.ts'

/** Says that a title was found in a tier. One that is found several times counts with its best. */
export type Mark = (slot: number, tier: number) => void

const NOT_FOUND = 255

/** The best of the visible titles that a search marks: by tier, then the most popular. */
export type Ranking = (asked: { visible: Uint8Array; limit: number }, search: (mark: Mark) => void) => Found[]

export function createRanking({ titles, popularity, titleIds }: NameTable): Ranking {
  /** The best tier of each title in the search that runs, by slot. */
  let tierOf = new Uint8Array(0)
  return best

  function best({ visible, limit }: { visible: Uint8Array; limit: number }, search: (mark: Mark) => void): Found[] {
    if (tierOf.length < visible.length) tierOf = new Uint8Array(visible.length * 2).fill(NOT_FOUND)
    const slots: number[] = []
    search((slot, tier) => {
      if (visible[slot] === 0) return
      if (tierOf[slot] === NOT_FOUND) slots.push(slot)
      if (tier < tierOf[slot]!) tierOf[slot] = tier
    })
    const found = firstOf(slots, limit, compareFound).map((slot) => {
      const { titleId, shown } = titles[slot]!
      return { titleId, programId: shown.programId, tier: tierOf[slot]! }
    })
    for (const slot of slots) tierOf[slot] = NOT_FOUND
    return found
  }

  function compareFound(a: number, b: number): number {
    return tierOf[a]! - tierOf[b]! || popularity[b]! - popularity[a]! || titleIds[a]! - titleIds[b]!
  }
}

/** The first items of an order, in order. Most of many are compared with the last of them only. */
export function firstOf<T>(items: readonly T[], limit: number, compare: (a: T, b: T) => number): T[] {
  const first = items.slice(0, limit).sort(compare)
  for (let n = limit; n < items.length; n++) {
    const item = items[n]!
    if (compare(item, first.at(-1)!) >= 0) continue
    let [low, high] = [0, first.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(item, first[middle]!) < 0) high = middle
      else low = middle + 1
    }
    first.splice(low, 0, item)
    first.pop()
  }
  return first
}

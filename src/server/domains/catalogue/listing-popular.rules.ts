import type { ListingColumns } from './listing-columns.rules.ts'
import type { PopularQuery, PopularTitle } from './listing-model.ts'

/** Kinds of titles (`TitleClassify`). */
const KINDS = 4

/** A condition on the title of a slot. */
export type SlotRule = (slot: number) => boolean

type Candidates = {
  /** All slots, the most popular title first. */
  ordered: readonly number[]
  isMember: SlotRule
}

/** The popular titles that the viewers of a region share. */
export interface PopularLists {
  /**
   * The list of a query. A list is found once for each array of what is open: the listing has another array as soon as a window opens
   * or closes, or any title changes.
   */
  get(isOpen: Uint8Array, query: PopularQuery, candidates: () => Candidates): readonly PopularTitle[]
}

export function createPopularLists(columns: ListingColumns): PopularLists {
  const listsOf = new WeakMap<Uint8Array, Map<string, readonly PopularTitle[]>>()
  return {
    get(isOpen, query, candidates) {
      const lists = listsOf.get(isOpen) ?? new Map<string, readonly PopularTitle[]>()
      listsOf.set(isOpen, lists)
      const name = `${query.classify} ${query.viewerScope.kids} ${query.perKind}`
      const list = lists.get(name) ?? findPopular(columns, query, candidates())
      lists.set(name, list)
      return list
    },
  }
}

/** The first titles of each kind. */
function findPopular(
  { programId, classify, facets }: ListingColumns,
  { classify: kind, perKind }: PopularQuery,
  { ordered, isMember }: Candidates,
): PopularTitle[] {
  const ofKind = new Map<string, number>()
  const ofGenre = new Map<string, number>()
  const found: PopularTitle[] = []
  let full = 0
  for (const slot of ordered) {
    const own = classify[slot]!
    if (!isMember(slot) || (ofKind.get(own) ?? 0) >= perKind) continue
    if (increment(ofKind, own) === perKind) full++
    const genres = facets.genre.sets[facets.genre.setOf[slot]!]!
    const genreRank = increment(ofGenre, `${own} ${genres[0] ?? ''}`)
    found.push({ programId: programId[slot]!, genreRank, genres })
    if (full === (kind === undefined ? KINDS : 1)) break
  }
  return found
}

function increment(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

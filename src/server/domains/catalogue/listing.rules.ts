import { countFacets, passingSets } from './listing-facets.rules.ts'
import { createListingTable, type ListingColumns } from './listing-columns.rules.ts'
import type {
  Listing,
  ListingPage,
  ListingQuery,
  ListingScope,
  RankedQuery,
  PopularQuery,
  PopularTitle,
} from './listing-model.ts'
import { createOrders, orderName } from './listing-orders.rules.ts'
import { createOpenWindows } from './listing-windows.rules.ts'
import type { ViewerScope } from './titles-model.ts'

/** Kinds of titles (`TitleClassify`). */
const KINDS = 4

type Ranked = { slot: number; rank: number }

/** Creates an empty listing. */
export function createListing(): Listing {
  const { columns, slots, slotOf, put, remove } = createListingTable()
  const { programId, classify, isForKids, facets } = columns
  const orders = createOrders(columns, slots)
  const openWindows = createOpenWindows(columns.windows)
  const idOf = (slot: number): string => programId[slot]!
  return { change, page, popular, ranked }

  function change({ titles, gone }: Parameters<Listing['change']>[0]): void {
    const left = gone.flatMap((id) => remove(id) ?? [])
    orders.update(new Set([...left, ...titles.map(put)]))
    openWindows.forget()
  }

  function page({ scope, viewerScope, filters, sort, language, limit, offset }: ListingQuery): ListingPage {
    const { members, ...counts } = countFacets(facets, membersOf(scope, viewerScope), filters)
    const ordered = orders.get(orderName(sort ?? scope.order, language))
    return { programIds: pageOf(ordered, members, { limit, offset }).map(idOf), ...counts }
  }

  function ranked({
    ranks,
    classify: kind,
    viewerScope,
    filters,
    sort,
    language,
    ...window
  }: RankedQuery): ListingPage {
    const listed: Ranked[] = []
    for (const [id, rank] of ranks) {
      const slot = slotOf(id)
      if (slot !== undefined) listed.push({ slot, rank })
    }
    const possible = membersOf({ classify: kind }, viewerScope)
    const all = new Uint8Array(possible.length)
    for (const { slot } of listed) all[slot] = possible[slot]!
    const { members, ...counts } = countFacets(facets, all, filters)
    const ordered = sort ? orders.get(orderName(sort, language)) : listed.sort(byRank(columns)).map(({ slot }) => slot)
    return { programIds: pageOf(ordered, members, window).map(idOf), ...counts }
  }

  function popular({ viewerScope, classify: kind, perKind }: PopularQuery): PopularTitle[] {
    if (perKind === 0) return []
    const members = membersOf({ classify: kind }, viewerScope)
    const ofKind = new Map<string, number>()
    const ofGenre = new Map<string, number>()
    const found: PopularTitle[] = []
    let full = 0
    for (const slot of orders.get('popular')) {
      const own = classify[slot]!
      if (members[slot] === 0 || (ofKind.get(own) ?? 0) >= perKind) continue
      if (increment(ofKind, own) === perKind) full++
      const genres = facets.genre.sets[facets.genre.setOf[slot]!]!
      const genreRank = increment(ofGenre, `${own} ${genres[0] ?? ''}`)
      found.push({ programId: programId[slot]!, genreRank, genres })
      if (full === (kind === undefined ? KINDS : 1)) break
    }
    return found
  }

  /** What a list is made of before filters, as 1 by slot. */
  function membersOf({ classify: kind, isFree }: Omit<ListingScope, 'order'>, viewerScope: ViewerScope): Uint8Array {
    const members = openWindows.of(viewerScope).slice()
    const free = isFree ? passingSets(facets.vodType, (types) => types.includes('FREE TO WATCH')) : undefined
    for (let slot = 0; slot < members.length; slot++) {
      const isMember =
        (kind === undefined || classify[slot] === kind) &&
        (!viewerScope.kids || isForKids[slot]!) &&
        (!free || free[facets.vodType.setOf[slot]!] === 1)
      if (!isMember) members[slot] = 0
    }
    return members
  }
}

/** The smallest rank first; equal ones by popularity. */
const byRank =
  ({ popularity, programId }: ListingColumns) =>
  (a: Ranked, b: Ranked): number =>
    a.rank - b.rank || popularity[b.slot]! - popularity[a.slot]! || (programId[a.slot]! < programId[b.slot]! ? -1 : 1)

/** The slots of a page of the members, in an order of slots. */
function pageOf(
  ordered: readonly number[],
  members: Uint8Array,
  { limit, offset }: { limit: number; offset: number },
): number[] {
  const slots: number[] = []
  let skipped = 0
  for (const slot of ordered) {
    if (members[slot] === 0) continue
    if (slots.length >= limit) break
    if (skipped < offset) skipped++
    else slots.push(slot)
  }
  return slots
}

function increment(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

import { countFacets, passingSets } from './listing-facets.rules.ts'
import { createListingTable } from './listing-columns.rules.ts'
import type {
  ListedTitle,
  ListingPage,
  ListingQuery,
  ListingScope,
  PopularQuery,
  PopularTitle,
} from './listing-model.ts'
import { createOrders, orderName } from './listing-orders.rules.ts'
import { createOpenWindows } from './listing-windows.rules.ts'
import type { ViewerScope } from './titles-model.ts'

/** The published titles in memory: pages, totals and facets of computed lists without reading a row. */
export interface Listing {
  /** Puts titles in, or replaces them; removes those that are no longer published. */
  change(change: { titles: readonly ListedTitle[]; gone: readonly string[] }): void
  page(query: ListingQuery): ListingPage
  popular(query: PopularQuery): PopularTitle[]
}

/** Creates an empty listing. */
export function createListing(): Listing {
  const { columns, slots, put, remove } = createListingTable()
  const { programId, classify, isForKids, facets } = columns
  const orders = createOrders(columns, slots)
  const openWindows = createOpenWindows(columns.windows)
  return { change, page, popular }

  function change({ titles, gone }: Parameters<Listing['change']>[0]): void {
    const left = gone.flatMap((id) => remove(id) ?? [])
    orders.update(new Set([...left, ...titles.map(put)]))
    openWindows.forget()
  }

  function page({ scope, audience, filters, sort, language, limit, offset }: ListingQuery): ListingPage {
    const { members, ...counts } = countFacets(facets, membersOf(scope, audience), filters)
    const programIds: string[] = []
    let skipped = 0
    for (const slot of orders.get(orderName(sort ?? scope.order, language))) {
      if (members[slot] === 0) continue
      if (programIds.length >= limit) break
      if (skipped < offset) skipped++
      else programIds.push(programId[slot]!)
    }
    return { programIds, ...counts }
  }

  function popular({ audience, classify: kind, perKind }: PopularQuery): PopularTitle[] {
    const members = membersOf({ classify: kind }, audience)
    const ofKind = new Map<string, number>()
    const ofGenre = new Map<string, number>()
    const found: PopularTitle[] = []
    for (const slot of orders.get('popular')) {
      const own = classify[slot]!
      if (members[slot] === 0 || (ofKind.get(own) ?? 0) >= perKind) continue
      increment(ofKind, own)
      const [genre = ''] = facets.genre.sets[facets.genre.setOf[slot]!]!
      found.push({ programId: programId[slot]!, genreRank: increment(ofGenre, `${own} ${genre}`) })
    }
    return found
  }

  /** What a list is made of before filters, as 1 by slot. */
  function membersOf({ classify: kind, isFree }: Omit<ListingScope, 'order'>, audience: ViewerScope): Uint8Array {
    const members = openWindows.of(audience).slice()
    const free = isFree ? passingSets(facets.vodType, (types) => types.includes('FREE TO WATCH')) : undefined
    for (let slot = 0; slot < members.length; slot++) {
      const isMember =
        (kind === undefined || classify[slot] === kind) &&
        (!audience.kids || isForKids[slot]!) &&
        (!free || free[facets.vodType.setOf[slot]!] === 1)
      if (!isMember) members[slot] = 0
    }
    return members
  }
}

function increment(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

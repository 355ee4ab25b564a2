import {
  countFacets,
  passingSets,
  createListingTable,
  type ListingColumns,
  createOrders,
  orderName,
  createPopularLists,
  type SlotRule,
} from './listing-columns.rules.ts'
import type {
  Listing,
  ListingPage,
  ListingQuery,
  ListingScope,
  RankedQuery,
  PopularQuery,
  PopularTitle,
  ViewerScope,
} from './titles-model.ts'
import { createOpenWindows } from './listing-windows.rules.ts'

type MemberScope = Omit<ListingScope, 'order'>
type Ranked = { slot: number; rank: number }

/** Creates an empty listing. */
export function createListing(): Listing {
  const { columns, slots, slotOf, put, remove } = createListingTable()
  const { programId, classify, isForKids, facets } = columns
  const orders = createOrders(columns, slots)
  const openWindows = createOpenWindows(columns.windows)
  const findSlots = createSlotFinder()
  const popularLists = createPopularLists(columns)
  const idOf = (slot: number): string => programId[slot]!
  return { change, page, popular, ranked }

  function change({ titles, gone }: Parameters<Listing['change']>[0]): void {
    const left = gone.flatMap((id) => remove(id) ?? [])
    orders.update(new Set([...left, ...titles.map(put)]))
    openWindows.forget()
  }

  function page({ scope, viewerScope, filters, sort, language, limit, offset }: ListingQuery): ListingPage {
    const { passed, ...counts } = countFacets(
      facets,
      findSlots(programId.length, memberRule(scope, viewerScope)),
      filters,
    )
    const ordered = orders.get(orderName(sort ?? scope.order, language))
    return { programIds: pageOf(ordered, passed, { limit, offset }).map(idOf), ...counts }
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
    const isMember = memberRule({ classify: kind }, viewerScope)
    const listed: Ranked[] = []
    for (const [id, rank] of ranks) {
      const slot = slotOf(id)
      if (slot !== undefined && isMember(slot)) listed.push({ slot, rank })
    }
    const members = new Uint32Array(listed.map(({ slot }) => slot))
    const { passed, ...counts } = countFacets(facets, members, filters)
    const ordered = sort ? orders.get(orderName(sort, language)) : listed.sort(byRank(columns)).map(({ slot }) => slot)
    return { programIds: pageOf(ordered, passed, window).map(idOf), ...counts }
  }

  function popular(query: PopularQuery): readonly PopularTitle[] {
    const { viewerScope, classify: kind, perKind } = query
    if (perKind === 0) return []
    return popularLists.get(openWindows.of(viewerScope), query, () => ({
      ordered: orders.get('popular'),
      isMember: memberRule({ classify: kind }, viewerScope),
    }))
  }

  /** Whether a title is of a list before filters, by its slot. */
  function memberRule({ classify: kind, isFree }: MemberScope, viewerScope: ViewerScope): SlotRule {
    const isOpen = openWindows.of(viewerScope)
    const free = isFree ? passingSets(facets.vodType, (types) => types.includes('FREE TO WATCH')) : undefined
    return (slot) =>
      isOpen[slot] === 1 &&
      (kind === undefined || classify[slot] === kind) &&
      (!viewerScope.kids || isForKids[slot]!) &&
      (!free || free[facets.vodType.setOf[slot]!] === 1)
  }
}

/** Finds the slots that keep a rule, of so many. What it returns is valid until its next call, which reuses the memory. */
function createSlotFinder(): (slots: number, isMember: SlotRule) => Uint32Array {
  let found = new Uint32Array(0)
  return (slots, isMember) => {
    if (found.length < slots) found = new Uint32Array(2 * slots)
    let count = 0
    for (let slot = 0; slot < slots; slot++) if (isMember(slot)) found[count++] = slot
    return found.subarray(0, count)
  }
}

/** The smallest rank first; equal ones by popularity. */
const byRank =
  ({ popularity, programId }: ListingColumns) =>
  (a: Ranked, b: Ranked): number =>
    a.rank - b.rank || popularity[b.slot]! - popularity[a.slot]! || (programId[a.slot]! < programId[b.slot]! ? -1 : 1)

/** The slots of a page of those that passed, in an order of slots. */
function pageOf(
  ordered: readonly number[],
  passed: Uint8Array,
  { limit, offset }: { limit: number; offset: number },
): number[] {
  const slots: number[] = []
  let skipped = 0
  for (const slot of ordered) {
    if (!passed[slot]) continue
    if (slots.length >= limit) break
    if (skipped < offset) skipped++
    else slots.push(slot)
  }
  return slots
}

import type { Kysely } from 'kysely'
import { DEFAULT_LANGUAGE, type Language } from '#contract/languages.ts'
import type { Database } from '#server/kit/db.ts'
import type { DomainModule } from '../domain-module.ts'
import type { Viewer } from '../viewer.ts'
import {
  listCounted,
  type ListQuery,
  listTitles,
  titlesByIds,
  countTitles,
  countTotal,
  noFacets,
} from './cards.repo.ts'
import type {
  Listing,
  ListingPage,
  ListingScope,
  ListRequest,
  TitleCard,
  TitlePage,
  ViewerScope,
  ListingQuery,
  RankedQuery,
  PopularQuery,
  PopularTitle,
} from './titles-model.ts'
import { deleteOldChanges, findListed, findListedOf } from './listing.repo.ts'
import type { CatalogueDeps } from './ports.ts'
import { CHANGES_KEPT_HOURS, createTitleIndex, type TitleIndexSource } from './title-index.service.ts'
import { orderOf, type RankedScope, type RankedTitles, type TitleScope } from './titles.query.ts'
import {
  countFacets,
  passingSets,
  createListingTable,
  type ListingColumns,
  createSortedSlots,
  sortName,
  createPopularLists,
  type SlotRule,
  createOpenWindows,
} from './listing-columns.rules.ts'

export type ListViewer = CardViewer & { language: Language }

export type CardViewer = Pick<Viewer, 'region' | 'kids' | 'now' | 'preview'>

const CLEAN_EVERY_MS = 3_600_000

/** `reads` tell whether a title has changed. `fixedPlanDb` has lists from tables without facets, which take longer to plan than to execute. */
export function createLists({
  db,
  reads,
  fixedPlanDb,
  replica,
  viewerScopeOf,
}: Required<Pick<CatalogueDeps, 'db' | 'reads' | 'fixedPlanDb' | 'replica'>> & {
  viewerScopeOf: (viewer: CardViewer) => ViewerScope
}) {
  const index = createTitleIndex({ reads, replica }, listingSource(db))
  const domainModule: DomainModule = {
    caches: [index],
    scheduledTasks: [{ name: 'title-changes', everyMs: CLEAN_EVERY_MS, run: cleanChanges }],
  }

  return {
    list: (viewer: ListViewer, scope: TitleScope | RankedScope, request: ListRequest): Promise<TitlePage> =>
      'popular' in scope ? listRanked(viewer, scope, request) : list(viewer, scope, request),

    first: async (viewer: CardViewer, scope: TitleScope | RankedScope, limit: number): Promise<TitleCard[]> =>
      'popular' in scope
        ? (await listRanked({ ...viewer, language: DEFAULT_LANGUAGE }, scope, { page: 1, pageSize: limit })).titles
        : first(viewer, scope, limit),

    domainModule,
  }

  function cleanChanges(): Promise<void> {
    return deleteOldChanges(db, { hours: CHANGES_KEPT_HOURS })
  }

  /** From the index where possible, else SQL. Titles are then read as the viewer may see them. */
  function list(viewer: ListViewer, scope: TitleScope, request: ListRequest): Promise<TitlePage> {
    const { listing } = scope
    return listing ? listFromIndex(viewer, listing, request) : listFromTables(viewer, scope, request)
  }

  function listFromIndex(viewer: ListViewer, scope: ListingScope, request: ListRequest): Promise<TitlePage> {
    const query = queryOf(viewer, request)
    return listed(query.viewerScope, (listing) => listing.page({ ...query, scope }))
  }

  async function listRanked(viewer: ListViewer, scope: RankedScope, request: ListRequest): Promise<TitlePage> {
    const { popular } = scope
    const rank = await scope.load()
    const query = queryOf(viewer, request)
    let noteOf: RankedTitles['noteOf'] = () => undefined
    const page = await listed(query.viewerScope, (listing) => {
      const ranked = rank(listing.popular({ ...popular, viewerScope: query.viewerScope }))
      noteOf = ranked.noteOf
      return listing.ranked({ ...query, classify: popular.classify, ranks: ranked.ranks })
    })
    return { ...page, titles: page.titles.map((title) => ({ ...title, note: noteOf(title.programId) })) }
  }

  function queryOf(viewer: ListViewer, { filters = {}, sort, page, pageSize }: ListRequest) {
    const window = { limit: pageSize, offset: (page - 1) * pageSize }
    return { viewerScope: viewerScopeOf(viewer), filters, sort, language: viewer.language, ...window }
  }

  async function listed(viewerScope: ViewerScope, pageOf: (listing: Listing) => ListingPage): Promise<TitlePage> {
    const { titles, counts } = await index.use(
      async (listing) => {
        const { programIds, ...counts } = pageOf(listing)
        const titles = programIds.length === 0 ? [] : await titlesByIds(db, { viewerScope, programIds })
        return { titles, counts, expected: programIds.length }
      },
      ({ titles, expected }) => titles.length === expected,
    )
    return { titles, ...counts }
  }

  async function listFromTables(viewer: ListViewer, scope: TitleScope, request: ListRequest): Promise<TitlePage> {
    const { filters = {}, sort, page, pageSize, hasFacets = true } = request
    const viewerScope = viewerScopeOf(viewer)
    const order = sort ? orderOf(sort, viewer.language) : scope.order
    const query = { scope, viewerScope, filters, order, limit: pageSize, offset: (page - 1) * pageSize }
    if (!hasFacets) return { ...(await listWithTotal(fixedPlanDb, query)), facets: noFacets() }
    const [titles, counts] = await Promise.all([listTitles(db, query), countTitles(db, query)])
    return { titles, ...counts }
  }

  function first(viewer: CardViewer, scope: TitleScope, limit: number): Promise<TitleCard[]> {
    const query = { scope, viewerScope: viewerScopeOf(viewer), filters: {}, order: scope.order }
    return listTitles(db, { ...query, limit, offset: 0 })
  }
}

/** Counts separately only for an empty page. */
async function listWithTotal(db: Kysely<Database>, query: ListQuery): Promise<{ titles: TitleCard[]; total: number }> {
  const { titles, total } = await listCounted(db, query)
  return { titles, total: total ?? (query.offset === 0 ? 0 : await countTotal(db, query)) }
}

/** Titles per statement while loading, to keep other requests responsive. */
const CHUNK = 2_000

const listingSource = (db: Kysely<Database>): TitleIndexSource<Listing> => ({
  async load() {
    const listing = createListing()
    for (let after = ''; ;) {
      const titles = await findListed(db, { after, limit: CHUNK })
      listing.change({ titles, gone: [] })
      if (titles.length < CHUNK) return listing
      after = titles.at(-1)!.programId
    }
  },

  async refresh(listing, programIds) {
    const titles = await findListedOf(db, programIds)
    const listed = new Set(titles.map(({ programId }) => programId))
    listing.change({ titles, gone: programIds.filter((programId) => !listed.has(programId)) })
    return true
  },
})

type MemberScope = Omit<ListingScope, 'order'>
type Ranked = { slot: number; rank: number }

export function createListing(): Listing {
  const { columns, slots, slotOf, put, remove } = createListingTable()
  const { programId, classify, isForKids, facets } = columns
  const sorted = createSortedSlots(columns, slots)
  const openWindows = createOpenWindows(columns.windows)
  const findSlots = createSlotFinder()
  const popularLists = createPopularLists(columns)
  const idOf = (slot: number): string => programId[slot]!
  return { change, page, popular, ranked }

  function change({ titles, gone }: Parameters<Listing['change']>[0]): void {
    const left = gone.flatMap((id) => remove(id) ?? [])
    sorted.update(new Set([...left, ...titles.map(put)]))
    openWindows.forget()
  }

  function page({ scope, viewerScope, filters, sort, language, limit, offset }: ListingQuery): ListingPage {
    const { passed, ...counts } = countFacets(
      facets,
      findSlots(programId.length, memberRule(scope, viewerScope)),
      filters,
    )
    const ordered = sorted.get(sortName(sort ?? scope.order, language))
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
    const ordered = sort ? sorted.get(sortName(sort, language)) : listed.sort(byRank(columns)).map(({ slot }) => slot)
    return { programIds: pageOf(ordered, passed, window).map(idOf), ...counts }
  }

  function popular(query: PopularQuery): readonly PopularTitle[] {
    const { viewerScope, classify: kind, perKind } = query
    if (perKind === 0) return []
    return popularLists.get(openWindows.of(viewerScope), query, () => ({
      ordered: sorted.get('popular'),
      isMember: memberRule({ classify: kind }, viewerScope),
    }))
  }

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

/** The result is valid until the next call, which reuses the memory. */
function createSlotFinder(): (slots: number, isMember: SlotRule) => Uint32Array {
  let found = new Uint32Array(0)
  return (slots, isMember) => {
    if (found.length < slots) found = new Uint32Array(2 * slots)
    let count = 0
    for (let slot = 0; slot < slots; slot++) if (isMember(slot)) found[count++] = slot
    return found.subarray(0, count)
  }
}

/** Ties by popularity. */
const byRank =
  ({ popularity, programId }: ListingColumns) =>
  (a: Ranked, b: Ranked): number =>
    a.rank - b.rank || popularity[b.slot]! - popularity[a.slot]! || (programId[a.slot]! < programId[b.slot]! ? -1 : 1)

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

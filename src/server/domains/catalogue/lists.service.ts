import type { Kysely } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Database } from '#server/kit/db.ts'
import type { Capability } from '../capability.ts'
import type { Viewer } from '../viewer.ts'
import { listTitles, titlesByIds } from './cards.repo.ts'
import { countTitles, countTotal } from './facets.repo.ts'
import type { ListingScope } from './listing-model.ts'
import { listingSource } from './listing.service.ts'
import { deleteOldChanges } from './title-changes.repo.ts'
import { CHANGES_KEPT_HOURS, createTitleIndex } from './title-index.service.ts'
import type { ListRequest, TitleCard, TitlePage, ViewerScope } from './titles-model.ts'
import { orderOf, type PopularScope, type TitleScope } from './titles.query.ts'

/** What of a viewer a list reads. */
export type ListViewer = CardViewer & { language: Language }

/** What of a viewer decides which titles are visible. */
export type CardViewer = Pick<Viewer, 'region' | 'kids'>

export type ListsDeps = {
  db: Kysely<Database>
  /** For the look whether a title has changed. */
  reads: Kysely<Database>
  audienceOf: (viewer: CardViewer) => ViewerScope
}

const CLEAN_EVERY_MS = 3_600_000

/** Lists of titles: pages of a scope, and its first titles. */
export function createLists({ db, reads, audienceOf }: ListsDeps) {
  const index = createTitleIndex(reads, listingSource(db))

  return {
    /** One page of a scope as this viewer may see it, with the total and the facets. */
    list: (viewer: ListViewer, scope: TitleScope | PopularScope, request: ListRequest): Promise<TitlePage> =>
      'popular' in scope
        ? withPopular(viewer, scope, (found) => list(viewer, found, request))
        : list(viewer, scope, request),

    /** The first titles of a scope as this viewer may see it, uncounted. */
    first: (viewer: CardViewer, scope: TitleScope | PopularScope, limit: number): Promise<TitleCard[]> =>
      'popular' in scope
        ? withPopular(viewer, scope, (found) => first(viewer, found, limit))
        : first(viewer, scope, limit),

    capability: {
      caches: [index],
      dueWork: [{ name: 'title-changes', everyMs: CLEAN_EVERY_MS, run: cleanChanges }],
    } satisfies Capability,
  }

  function cleanChanges(): Promise<void> {
    return deleteOldChanges(db, { hours: CHANGES_KEPT_HOURS })
  }

  /** What the index can list is read from it; its titles are then read as the viewer may see them. Everything else is SQL. */
  function list(viewer: ListViewer, scope: TitleScope, request: ListRequest): Promise<TitlePage> {
    const { listing } = scope
    return listing ? listFromIndex(viewer, listing, request) : listFromTables(viewer, scope, request)
  }

  async function listFromIndex(viewer: ListViewer, scope: ListingScope, request: ListRequest): Promise<TitlePage> {
    const { filters = {}, sort, page, pageSize } = request
    const audience = audienceOf(viewer)
    const { titles, counts } = await index.use(
      async (listing) => {
        const window = { limit: pageSize, offset: (page - 1) * pageSize }
        const query = { scope, audience, filters, sort, language: viewer.language, ...window }
        const { programIds, ...counts } = listing.page(query)
        const titles = programIds.length === 0 ? [] : await titlesByIds(db, { audience, programIds })
        return { titles, counts, expected: programIds.length }
      },
      ({ titles, expected }) => titles.length === expected,
    )
    return { titles, ...counts }
  }

  async function listFromTables(viewer: ListViewer, scope: TitleScope, request: ListRequest): Promise<TitlePage> {
    const { filters = {}, sort, page, pageSize, hasFacets = true } = request
    const audience = audienceOf(viewer)
    const count = hasFacets ? countTitles : countTotal
    const order = sort ? orderOf(sort, viewer.language) : scope.order
    const window = { limit: pageSize, offset: (page - 1) * pageSize }
    const [titles, counts] = await Promise.all([
      listTitles(db, { scope, audience, filters, order, ...window }),
      count(db, { scope, audience, filters }),
    ])
    return { titles, ...counts }
  }

  function first(viewer: CardViewer, scope: TitleScope, limit: number): Promise<TitleCard[]> {
    const query = { scope, audience: audienceOf(viewer), filters: {}, order: scope.order }
    return listTitles(db, { ...query, limit, offset: 0 })
  }

  function withPopular<T>(
    viewer: CardViewer,
    { popular, scopeOf }: PopularScope,
    work: (scope: TitleScope) => Promise<T>,
  ): Promise<T> {
    return index.use((listing) => work(scopeOf(listing.popular({ ...popular, audience: audienceOf(viewer) }))))
  }
}

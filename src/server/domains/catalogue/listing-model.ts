import type { Sort } from '#contract/categories.ts'
import type { Language } from '#contract/languages.ts'
import type { FacetCounts, TitleClassify, TitleFilters, ViewerScope } from './titles-model.ts'

/** A published title as the listing holds it. Times are microseconds since 1970. */
export type ListedTitle = {
  programId: string
  classify: TitleClassify
  /** May be shown in kids mode. */
  isForKids: boolean
  facets: Record<keyof FacetCounts, readonly string[]>
  popularity: number
  score: number
  publishedAt: number
  titleZh: string
  /** In lower case. */
  titleEn: string
  windows: readonly ListedWindow[]
}

/** A licence window, until just before its end. */
export type ListedWindow = { region: string; from: number; until: number }

/** Which titles a computed list is made of, and its own order. */
export type ListingScope = { classify?: TitleClassify | undefined; isFree?: boolean; order: Sort }

/** One page of a computed list. */
export type ListingQuery = {
  scope: ListingScope
  viewerScope: ViewerScope
  filters: TitleFilters
  sort?: Sort | undefined
  language: Language
  limit: number
  offset: number
}

/** The titles of the page in their order, and what the whole list counts. */
export type ListingPage = { programIds: string[]; total: number; facets: FacetCounts }

/** A popular title, its rank among those of its kind and first genre, from 1, and its genres. */
export type PopularTitle = { programId: string; genreRank: number; genres: readonly string[] }

/** The most popular titles, so many of each kind, or of one. */
export type PopularQuery = { viewerScope: ViewerScope; classify?: TitleClassify | undefined; perKind: number }

/** One page of titles by given ranks, the smallest first; equal ones by popularity. */
export type RankedQuery = Omit<ListingQuery, 'scope'> & {
  ranks: ReadonlyMap<string, number>
  classify?: TitleClassify | undefined
}

/** The published titles in memory: pages, totals and facets of computed lists without reading a row. */
export interface Listing {
  /** Puts titles in, or replaces them; removes those that are no longer published. */
  change(change: { titles: readonly ListedTitle[]; gone: readonly string[] }): void
  page(query: ListingQuery): ListingPage
  popular(query: PopularQuery): readonly PopularTitle[]
  ranked(query: RankedQuery): ListingPage
}

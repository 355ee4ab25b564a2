import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { Sort } from '#contract/categories.ts'
import type {
  ListingScope,
  PopularQuery,
  PopularTitle,
  TitleClassify,
  TitleFilters,
  ViewerScope,
} from './titles-model.ts'

/** One key of an order: an expression over `t` (and what the scope joined), the direction with it. */
export type OrderKey = { by: RawBuilder<unknown>; direction: 'asc' | 'desc' }

/**
 * Which titles a list is made of, before visibility and filters, and in which order they stand when no sort is asked.
 * `join` is a join clause that speaks of `t`; it must not multiply titles. `note` is a jsonb that comes with each title.
 * `listing` says the same for the index in memory, which then makes the list.
 */
export type TitleScope = {
  listing?: ListingScope
  join?: RawBuilder<unknown>
  where?: RawBuilder<SqlBool>
  order: OrderKey[]
  note?: RawBuilder<unknown>
}

/** A list whose titles stand where its maker ranks them, among them the most popular ones that the viewer may see. */
export type RankedScope = {
  popular: Omit<PopularQuery, 'viewerScope'>
  /** Reads what ranks depend on. */
  load: () => Promise<(titles: readonly PopularTitle[]) => RankedTitles>
}

/** Places by `programId`, the smallest first, and what comes with each title. */
export type RankedTitles = { ranks: ReadonlyMap<string, number>; noteOf: (programId: string) => unknown }

const lastKey: OrderKey = { by: sql`t.program_id`, direction: 'asc' }
const newestFirst: OrderKey[] = [{ by: sql`t.published_at`, direction: 'desc' }, lastKey]
const popularFirst: OrderKey[] = [{ by: sql`t.popularity`, direction: 'desc' }, lastKey]

/** The orders that a reader may choose. Chinese titles stand by radical and stroke, as Unicode orders them. */
export function orderOf(sort: Sort, language: Language): OrderKey[] {
  const byTitle = language === 'zh_HK' ? sql`t.title_zh` : sql`lower(t.title_en)`
  const orders = {
    newest: newestFirst,
    popular: popularFirst,
    score: [{ by: sql`t.score`, direction: 'desc' }, ...popularFirst],
    title: [{ by: byTitle, direction: 'asc' }, lastKey],
  } satisfies Record<Sort, OrderKey[]>
  return orders[sort]
}

/** Titles by what they are and how they are ordered, for computed rows. */
export const computedScopes = {
  new: (classify?: TitleClassify): TitleScope => ({
    listing: { classify, order: 'newest' },
    ...ofClassify(classify),
    order: newestFirst,
  }),
  top: (classify?: TitleClassify): TitleScope => ({
    listing: { classify, order: 'popular' },
    ...ofClassify(classify),
    order: popularFirst,
  }),
  free: (classify?: TitleClassify): TitleScope => ({
    listing: { classify, isFree: true, order: 'popular' },
    where: classify
      ? sql<SqlBool>`'FREE TO WATCH' = any (t.vod_types) and t.classify = ${classify}`
      : sql<SqlBool>`'FREE TO WATCH' = any (t.vod_types)`,
    order: popularFirst,
  }),
}

const ofClassify = (classify: TitleClassify | undefined): Pick<TitleScope, 'where'> =>
  classify ? { where: sql<SqlBool>`t.classify = ${classify}` } : {}

/** Each filter as a condition of its own, so that a facet can leave out the one it counts. */
export const filterConditions = (filters: TitleFilters): Record<keyof TitleFilters, RawBuilder<SqlBool>> => ({
  genre: filters.genre?.length ? sql<SqlBool>`t.genres && ${[...filters.genre]}::text[]` : open,
  year: filters.year !== undefined ? sql<SqlBool>`t.release_year = ${filters.year}::int` : open,
  country: filters.country ? sql<SqlBool>`t.country @> array[${filters.country}]::text[]` : open,
  language: filters.language
    ? sql<SqlBool>`(t.locale = ${filters.language} or starts_with(t.locale, ${`${filters.language}-`}))`
    : open,
  vodType: filters.vodType ? sql<SqlBool>`t.vod_types @> array[${filters.vodType}]::text[]` : open,
})

const open = sql<SqlBool>`true`

/**
 * The one condition of every list there is: published, licensed here and now, and fit for the profile. It speaks of the
 * table `title as t`. Class III is listed to everyone but kids profiles (PRODUCT section 5).
 */
export const visible = ({ region, kids, now }: ViewerScope): RawBuilder<SqlBool> => sql<SqlBool>`(
  t.state = 'published'
  ${kids ? sql`and t.kids and t.restriction <> 'III'` : sql``}
  and exists (
    select 1 from licence l
    where l.program_id = t.program_id and l.region = ${region}
      and l.starts_at <= ${now} and (l.ends_at is null or l.ends_at > ${now})
  )
)`

/** Whether the title `t` is licensed to the region at any time, and whether one of those windows is open. */
export const licenceColumns = (region: string, now: Temporal.Instant): RawBuilder<unknown> => sql`
  exists (select 1 from licence l where l.program_id = t.program_id and l.region = ${region}) as is_licensed,
  exists (
    select 1 from licence l
    where l.program_id = t.program_id and l.region = ${region}
      and l.starts_at <= ${now} and (l.ends_at is null or l.ends_at > ${now})
  ) as is_open`

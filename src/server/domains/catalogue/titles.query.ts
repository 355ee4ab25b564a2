import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { RUNNING_TIMES, runningTimeRange } from '#contract/running-times.ts'
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

/** An expression over `t` and the scope's joins. */
export type OrderKey = { by: RawBuilder<unknown>; direction: 'asc' | 'desc' }

/**
 * Titles before visibility and filters, and the default order. `join` must not multiply titles; `note` is jsonb.
 * `listing`: the same for the in-memory index, which then makes the list.
 */
export type TitleScope = {
  listing?: ListingScope
  join?: RawBuilder<unknown>
  where?: RawBuilder<SqlBool>
  order: OrderKey[]
  note?: RawBuilder<unknown>
}

/** Titles ordered by computed ranks, filled up with popular ones. */
export type RankedScope = {
  popular: Omit<PopularQuery, 'viewerScope'>
  load: () => Promise<(titles: readonly PopularTitle[]) => RankedTitles>
}

/** Smallest rank first, by `programId`. */
export type RankedTitles = { ranks: ReadonlyMap<string, number>; noteOf: (programId: string) => unknown }

const lastKey: OrderKey = { by: sql`t.program_id`, direction: 'asc' }
const newestFirst: OrderKey[] = [{ by: sql`t.published_at`, direction: 'desc' }, lastKey]
const popularFirst: OrderKey[] = [{ by: sql`t.popularity`, direction: 'desc' }, lastKey]

/** Chinese titles sort by radical and stroke, as in Unicode. */
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

/** Separate, so that a facet can omit its own. */
export const filterConditions = (filters: TitleFilters): Record<keyof TitleFilters, RawBuilder<SqlBool>> => ({
  genre: filters.genre?.length ? sql<SqlBool>`t.genres && ${[...filters.genre]}::text[]` : open,
  year: filters.year !== undefined ? sql<SqlBool>`t.release_year = ${filters.year}::int` : open,
  country: filters.country ? sql<SqlBool>`t.country @> array[${filters.country}]::text[]` : open,
  language: filters.language
    ? sql<SqlBool>`(t.locale = ${filters.language} or starts_with(t.locale, ${`${filters.language}-`}))`
    : open,
  vodType: filters.vodType ? sql<SqlBool>`t.vod_types @> array[${filters.vodType}]::text[]` : open,
  restriction: filters.restriction?.length
    ? sql<SqlBool>`t.restriction = any (${[...filters.restriction]}::text[])`
    : open,
  runningTime: filters.runningTime ? sql<SqlBool>`${runningTime} = ${filters.runningTime}` : open,
})

const open = sql<SqlBool>`true`

const knownTimes = RUNNING_TIMES.filter((name) => name !== 'unknown')

/** As `runningTimeOf`. */
export const runningTime: RawBuilder<string> = sql`case when t.film_seconds is null then 'unknown' ${sql.join(
  knownTimes
    .toReversed()
    .map((name) => sql`when t.film_seconds >= ${sql.lit(runningTimeRange(name).from)} then ${sql.lit(name)}`),
  sql` `,
)} end`

/** Published, licensed here and now, fit for the profile. Kids profiles see no class III (PRODUCT section 5). Reads `title as t`. */
export const visible = ({ region, kids, now }: ViewerScope): RawBuilder<SqlBool> => sql<SqlBool>`(
  t.state = 'published'
  ${kids ? sql`and t.kids and t.restriction <> 'III'` : sql``}
  and exists (
    select 1 from licence l
    where l.program_id = t.program_id and l.region = ${region}
      and l.starts_at <= ${now} and (l.ends_at is null or l.ends_at > ${now})
  )
)`

/** Licensed in the region at any time, and now. */
export const licenceColumns = (region: string, now: Temporal.Instant): RawBuilder<unknown> => sql`
  exists (select 1 from licence l where l.program_id = t.program_id and l.region = ${region}) as is_licensed,
  exists (
    select 1 from licence l
    where l.program_id = t.program_id and l.region = ${region}
      and l.starts_at <= ${now} and (l.ends_at is null or l.ends_at > ${now})
  ) as is_open`

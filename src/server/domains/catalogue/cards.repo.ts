import { type RawBuilder, sql } from 'kysely'
import type { Genre } from '#contract/genres.ts'
import type { Resolution } from '#contract/programs.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { VodType } from '#contract/vod-types.ts'
import type { Db } from '#server/kit/db.ts'
import {
  type AssetAttachment,
  type AssetFacts,
  type AssetRole,
  type ViewerScope,
  type TitleCard,
  type TitleClassify,
  type TitleFilters,
  type LocalizedText,
  FACETS,
  type FacetCounts,
  type FacetName,
} from './titles-model.ts'
import { NO_VOTES, type PreviewAsset, type PreviewFacts } from './drafts.rules.ts'
import { filterConditions, type OrderKey, runningTime, type TitleScope, visible } from './titles.query.ts'

export type AssetJson = {
  asset_id: string
  duration_ms: number
  max_resolution: Resolution
  dolby_atmos: boolean
  dolby_digital: boolean
  dolby_digital_plus: boolean
  stereo_aac51: boolean
  subtitle_languages: string[]
  subtitle_names: string[]
  preview_key: string | null
}

export type CardRow = {
  program_id: string
  program_guid: string
  program_type: 'movie' | 'drama'
  classify: TitleClassify
  title_zh: string
  title_en: string
  tagline_zh: string
  tagline_en: string
  description_zh: string
  description_en: string
  genres: Genre[]
  country: string[]
  locale: string
  restriction: Restriction
  vod_types: VodType[]
  credits: number
  kids: boolean
  release_year: number
  votes: number
  rating: number
  score: number
  keyart_image: string
  landscape_image: string
  art_image: string
  hero_image: string
  actors: LocalizedText[]
  episode_count: number
  film: AssetJson | null
  trailer: AssetJson | null
  note?: unknown
  total?: number
}

const ASSET_COLUMNS = [
  'asset_id',
  'duration_ms',
  'max_resolution',
  'dolby_atmos',
  'dolby_digital',
  'dolby_digital_plus',
  'stereo_aac51',
  'subtitle_languages',
  'subtitle_names',
  'preview_key',
] as const satisfies readonly (keyof AssetJson)[]

/** JSON of the asset `a`: written faster than JSONB. */
export const assetJson = sql`json_build_object(${sql.join(
  ASSET_COLUMNS.flatMap((name) => [sql.lit(name), sql.ref(`a.${name}`)]),
)})`

/** Reads `t`, and `f` of `cardJoins`. */
export const cardColumns = sql`
  t.program_id, t.program_type, t.classify, t.title_zh, t.title_en, t.tagline_zh, t.tagline_en,
  t.description_zh, t.description_en, t.genres, t.country, t.locale, t.restriction, t.vod_types, t.credits, t.kids,
  t.release_year, t.votes, t.rating, t.score, t.keyart_image, t.landscape_image, t.art_image, t.hero_image,
  coalesce(f.program_guid, t.program_id) as program_guid, f.episode_count,
  (select ${assetJson} from title_asset a
    where a.program_guid = coalesce(f.program_guid, t.program_id) and a.role = 'film') as film,
  (select ${assetJson} from title_asset a
    where a.program_id = t.program_id and a.role = 'trailer' order by a.program_guid limit 1) as trailer`

const CARD_ACTORS = 3

/** In credit order. */
export const peopleColumn = (part: 'director' | 'actor', most?: number): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object('zh', p.name_zh, 'en', p.name_en) order by tp.position), '[]')
  from title_person tp join person p using (person_id)
  where tp.program_id = t.program_id and tp.part = ${sql.lit(part)}
    ${most === undefined ? sql`` : sql`and tp.position <= ${sql.lit(most)}`})`

/** First episode and episode count of a series. */
export const cardJoins = sql`
  cross join lateral (
    select (array_agg(e.program_guid order by e.season, e.episode))[1] as program_guid, count(*)::int as episode_count
    from episode e where e.program_id = t.program_id
  ) f`

export type ListQuery = {
  scope: TitleScope
  viewerScope: ViewerScope
  filters: TitleFilters
  order: OrderKey[]
  limit: number
  offset: number
}

/** One statement: the page is cut first, then joined. */
export async function listTitles(db: Db, query: ListQuery): Promise<TitleCard[]> {
  return (await findPage(db, query, NOTHING)).map(cardOf)
}

/** `total` is unknown for an empty page. */
export async function listCounted(
  db: Db,
  query: ListQuery,
): Promise<{ titles: TitleCard[]; total: number | undefined }> {
  const rows = await findPage(db, query, sql`(count(*) over ())::int`)
  return { titles: rows.map(cardOf), total: rows[0]?.total }
}

const NOTHING = sql`null::int`

async function findPage(db: Db, query: ListQuery, total: RawBuilder<unknown>): Promise<CardRow[]> {
  const { scope, viewerScope, order } = query
  const keys = order.map((key, n) => sql`${key.by} as ${sql.ref(`o${n}`)}`)
  const by = sql.join(
    order.map((key, n) => sql`${sql.ref(`o${n}`)} ${key.direction === 'desc' ? sql`desc` : sql`asc`}`),
  )
  const { rows } = await sql<CardRow>`
    with page as (
      select t.program_id as page_id, ${scope.note ?? sql`null::jsonb`} as note, ${total} as total, ${sql.join(keys)}
      from title t ${scope.join ?? sql``}
      where ${visible(viewerScope)} and ${scope.where ?? sql`true`}
        and ${sql.join(Object.values(filterConditions(query.filters)), sql` and `)}
      order by ${by} limit ${query.limit} offset ${query.offset}
    )
    select ${cardColumns}, ${peopleColumn('actor', CARD_ACTORS)} as actors, page.note, page.total
    from page join title t on t.program_id = page.page_id ${cardJoins} order by ${by}`.execute(db)
  return rows
}

type ByIdsQuery = Pick<ListQuery, 'viewerScope'> & { programIds: readonly string[] }

/** In the given order, without those that the viewer may not see. */
export async function titlesByIds(db: Db, { viewerScope, programIds }: ByIdsQuery): Promise<TitleCard[]> {
  const { rows } = await sql<CardRow>`
    select ${cardColumns}, ${peopleColumn('actor', CARD_ACTORS)} as actors
    from unnest(${[...programIds]}::text[]) with ordinality as wanted (program_id, ordinal)
      join title t on t.program_id = wanted.program_id ${cardJoins}
    where ${visible(viewerScope)}
    order by wanted.ordinal`.execute(db)
  return rows.map(cardOf)
}

export function cardOf(row: CardRow): TitleCard {
  return {
    programId: row.program_id,
    programGuid: row.program_guid,
    programType: row.program_type,
    classify: row.classify,
    title: { zh: row.title_zh, en: row.title_en },
    tagline: { zh: row.tagline_zh, en: row.tagline_en },
    description: { zh: row.description_zh, en: row.description_en },
    genres: row.genres,
    country: row.country,
    locale: row.locale,
    restriction: row.restriction,
    vodTypes: row.vod_types,
    credits: row.credits,
    kids: row.kids,
    releaseYear: row.release_year,
    votes: row.votes,
    rating: row.rating,
    score: row.score,
    images: {
      keyart: row.keyart_image,
      landscape: row.landscape_image,
      art: row.art_image,
      hero: row.hero_image,
    },
    actors: row.actors,
    episodeCount: row.episode_count,
    film: assetOf(row.film),
    trailer: assetOf(row.trailer),
    note: row.note ?? undefined,
  }
}

export function assetOf(asset: AssetJson | null): AssetFacts | null {
  if (!asset) return null
  return {
    assetId: asset.asset_id,
    durationMs: asset.duration_ms,
    maxResolution: asset.max_resolution,
    dolbyAtmos: asset.dolby_atmos,
    dolbyDigital: asset.dolby_digital,
    dolbyDigitalPlus: asset.dolby_digital_plus,
    stereoAac51: asset.stereo_aac51,
    subtitleLanguages: asset.subtitle_languages,
    subtitleNames: asset.subtitle_names,
    previewKey: asset.preview_key,
  }
}

type CountRow = { dimension: FacetName | 'total'; value: string; count: number }

type Counted = Pick<ListQuery, 'scope' | 'viewerScope' | 'filters'>

export async function countTotal(db: Db, { scope, viewerScope, filters }: Counted): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from title t ${scope.join ?? sql``}
    where ${visible(viewerScope)} and ${scope.where ?? sql`true`}
      and ${sql.join(Object.values(filterConditions(filters)), sql` and `)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Facets count under the other filters only. Titles equal in every dimension are grouped first. */
export async function countTitles(
  db: Db,
  { scope, viewerScope, filters }: Counted,
): Promise<{ total: number; facets: FacetCounts }> {
  const conditions = filterConditions(filters)
  const passes = FACETS.map((name) => sql`${conditions[name]} as ${sql.ref(passing(name))}`)
  const { rows } = await sql<CountRow>`
    with base as materialized (
      select t.genres, t.release_year, t.country, t.locale, t.vod_types, t.restriction, ${runningTime} as running_time,
        count(*)::int as n, ${sql.join(passes)}
      from title t ${scope.join ?? sql``}
      where ${visible(viewerScope)} and ${scope.where ?? sql`true`}
      group by t.genres, t.release_year, t.country, t.locale, t.vod_types, t.restriction, running_time
    )
    select 'total' as dimension, '' as value, coalesce(sum(n), 0)::int as count from base where ${allPass(FACETS)}
    union all ${sql.join(FACETS.map(countsOf), sql` union all `)}
    order by 1, 3 desc, 2 desc`.execute(db)
  const facets: FacetCounts = noFacets()
  let total = 0
  for (const { dimension, value, count } of rows) {
    if (dimension === 'total') total = count
    else facets[dimension].push({ value, count })
  }
  return { total, facets }
}

/** For lists that are not counted by facets. */
export const noFacets = (): FacetCounts =>
  Object.fromEntries(FACETS.map((name) => [name, []])) as unknown as FacetCounts

/** Of the grouped titles. A filter by language finds all of its regions and scripts. */
const FACET_VALUES: Record<FacetName, RawBuilder<unknown>> = {
  genre: sql`unnest(genres)`,
  year: sql`release_year::text`,
  country: sql`unnest(country)`,
  language: sql`split_part(locale, '-', 1)`,
  vodType: sql`unnest(vod_types)`,
  restriction: sql`restriction`,
  runningTime: sql`running_time`,
}

const countsOf = (name: FacetName): RawBuilder<unknown> => sql`
  select ${sql.lit(name)}, x, sum(n)::int
  from (select ${FACET_VALUES[name]} as x, n from base where ${allPass(FACETS.filter((other) => other !== name))}) f
  group by x`

const passing = (name: FacetName): string => `passes_${name}`

const allPass = (names: readonly FacetName[]): RawBuilder<unknown> =>
  sql.join(
    names.map((name) => sql.ref(passing(name))),
    sql` and `,
  )

/** For search engines. */
export interface PublicTitle {
  programId: string
  publishedAt: Temporal.Instant
}

export async function countPublic(db: Db, scope: ViewerScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from title t where ${visible(scope)}`.execute(db)
  return rows[0]!.count
}

export async function findPublic(
  db: Db,
  scope: ViewerScope,
  { offset, limit }: { offset: number; limit: number },
): Promise<PublicTitle[]> {
  const { rows } = await sql<PublicTitle>`
    select t.program_id as "programId", t.published_at as "publishedAt" from title t
    where ${visible(scope)} order by t.program_id offset ${offset} limit ${limit}`.execute(db)
  return rows
}

type AssetRow = { programGuid: string; role: AssetRole }

type FactsRow = {
  program_id: string
  votes: number | null
  rating: number | null
  score: number | null
  assets: (AssetRow & { asset: AssetJson })[]
  drafted: (AssetRow & { attachment: AssetAttachment })[]
}

/** What a draft does not say of a title: its votes and its videos, also those that wait for the publication. */
export async function findPreviewFacts(
  db: Db,
  programIds: readonly string[],
): Promise<ReadonlyMap<string, PreviewFacts>> {
  const { rows } = await sql<FactsRow>`
    select d.program_id, t.votes, t.rating, t.score,
      (select coalesce(jsonb_agg(jsonb_build_object('programGuid', a.program_guid, 'role', a.role, 'asset', ${assetJson})), '[]')
        from title_asset a where a.program_id = d.program_id) as assets,
      (select coalesce(jsonb_agg(jsonb_build_object('programGuid', w.program_guid, 'role', w.role, 'attachment', w.attachment)), '[]')
        from draft_asset w where w.program_id = d.program_id) as drafted
    from unnest(${[...programIds]}::text[]) as d (program_id) left join title t using (program_id)`.execute(db)
  return new Map(
    rows.map(({ program_id, assets, drafted, votes, rating, score }) => [
      program_id,
      {
        ...(votes === null ? NO_VOTES : { votes, rating: rating!, score: score! }),
        assets: [
          ...drafted.map(({ attachment, ...asset }): PreviewAsset => ({
            ...asset,
            facts: factsOfAttachment(attachment),
          })),
          ...assets.map(({ asset, ...of }): PreviewAsset => ({ ...of, facts: assetOf(asset)! })),
        ],
      },
    ]),
  )
}

/** Without the clip: nothing of a video that waits is public. */
const factsOfAttachment = ({
  assetId,
  facts: { durationMs, maxResolution, audio, subtitleLanguages },
}: AssetAttachment): AssetFacts => ({
  assetId,
  durationMs,
  maxResolution,
  ...audio,
  subtitleLanguages,
  previewKey: null,
})

import { type RawBuilder, sql } from 'kysely'
import type { TitleLack, TitlesFilter, TitlesSort, TitleState } from '#contract/admin/titles.ts'
import type { Language } from '#contract/languages.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { VodType } from '#contract/vod-types.ts'
import type { Db, Tx } from '#server/kit/db.ts'
import { type KeysetList, type KeysetPage, readAll, readPage } from '#server/kit/keyset.ts'
import { stateAt } from './title-content.repo.ts'
import type { TitleClassify } from './titles-model.ts'

export interface TitleRow {
  readonly programId: string
  readonly title: { readonly zh_HK: string; readonly en_US: string }
  readonly classify: TitleClassify
  readonly restriction: Restriction
  readonly state: TitleState
  readonly isChanged: boolean
  readonly vodTypes: VodType[]
  readonly credits: number
  readonly windows: { region: string; startsAt: string; endsAt: string | null; licensor: string; contract: string }[]
  readonly lacks: TitleLack[]
  readonly keyart: string
  readonly updatedAt: Temporal.Instant
  readonly version: number
}

export interface TitlesQuery {
  readonly filter: TitlesFilter
  readonly sort: TitlesSort
  /** By whose name titles are sorted. */
  readonly language: Language
}

export const findTitleRows = (
  db: Db,
  { after, limit, ...query }: TitlesQuery & { after?: string | undefined; limit: number },
  now: Temporal.Instant,
): Promise<KeysetPage<TitleRow>> => readPage<TitleRow>(db, listOf(query, now), { after, limit })

/** All of a filter, in parts. */
export const readTitleRows = (tx: Tx, query: TitlesQuery, now: Temporal.Instant): AsyncGenerator<TitleRow[]> =>
  readAll<TitleRow>(tx, listOf(query, now))

/** Of the newest draft. */
const ofDraft = (value: RawBuilder<unknown>) => sql`(
  select ${value} from title_draft d where d.program_id = t.program_id order by d.saved_at desc limit 1)`

const DRAFT_WINDOWS = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('region', w->>'region', 'startsAt', (w->>'startsAt')::timestamptz,
    'endsAt', (w->>'endsAt')::timestamptz, 'licensor', coalesce(w->>'licensor', ''), 'contract', coalesce(w->>'contract', ''))), '[]')
  from jsonb_array_elements(d.content->'windows') w)`

const columns = (now: Temporal.Instant) => sql`t.program_id as "programId",
  jsonb_build_object(
    'zh_HK', coalesce(own.title_zh, t.title_zh),
    'en_US', coalesce(own.title_en, ${ofDraft(sql`d.content->'title'->>'en_US'`)}, t.title_en)) as title,
  t.classify, t.restriction, ${stateAt('t.state', now)} as state, t.is_changed as "isChanged", t.vod_types as "vodTypes",
  coalesce(case when own.program_id is null then ${ofDraft(sql`(d.content->>'credits')::int`)} else own.credits end, 0) as credits, t.lacks, coalesce(own.keyart_image, '') as keyart, t.updated_at as "updatedAt",
  coalesce(own.version, 0) as version,
  case when own.program_id is null then coalesce(${ofDraft(DRAFT_WINDOWS)}, '[]') else
  (select coalesce(jsonb_agg(jsonb_build_object('region', l.region, 'startsAt', l.starts_at, 'endsAt', l.ends_at,
    'licensor', l.licensor, 'contract', l.contract)
    order by l.region, l.starts_at), '[]') from licence l where l.program_id = t.program_id) end as windows`

function listOf({ filter, sort, language }: TitlesQuery, now: Temporal.Instant): KeysetList {
  return {
    columns: columns(now),
    from: sql`title_row t left join title own on own.program_id = t.program_id`,
    where: conditionsOf(filter, now),
    sort: orderOf(sort, language),
    id: { by: sql`t.program_id`, type: 'text' },
  }
}

function orderOf(sort: TitlesSort, language: Language): KeysetList['sort'] {
  const descending = sort.startsWith('-')
  const key = (descending ? sort.slice(1) : sort) as 'updated' | 'title' | 'published' | 'ends' | 'popularity'
  const orders = {
    updated: { by: sql`t.updated_at`, type: 'timestamptz' },
    title: { by: language === 'zh_HK' ? sql`t.title_zh` : sql`t.title_en`, type: 'text' },
    published: { by: sql`t.published_at`, type: 'timestamptz' },
    ends: { by: sql`t.ends`, type: 'timestamptz' },
    popularity: { by: sql`t.popularity`, type: 'bigint' },
  } as const
  return { ...orders[key], descending }
}

function conditionsOf(filter: TitlesFilter, now: Temporal.Instant): RawBuilder<unknown>[] {
  const { text, state, classify, vodType, genre, year, region, endsBefore, lacks = [], licensor } = filter
  const parts = (text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return [
    ...parts.map((part) => sql`t.text like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
    ...(state === undefined ? [] : [sql`${stateAt('t.state', now)} = ${state}`]),
    ...(classify === undefined ? [] : [sql`t.classify = ${classify}`]),
    ...(vodType === undefined ? [] : [sql`t.vod_types @> array[${vodType}]`]),
    ...(genre === undefined ? [] : [sql`t.genres @> array[${genre}]`]),
    ...(year === undefined ? [] : [sql`t.release_year = ${year}`]),
    ...(region === undefined ? [] : [region === 'HK' ? sql`t.hk_ends > ${now}` : sql`t.mo_ends > ${now}`]),
    ...(endsBefore === undefined
      ? []
      : [
          sql`((t.hk_ends > ${now} and t.hk_ends < ${endsBefore}::timestamptz)
            or (t.mo_ends > ${now} and t.mo_ends < ${endsBefore}::timestamptz))`,
        ]),
    ...(licensor === undefined
      ? []
      : [sql`exists (select from licence l where l.program_id = t.program_id and l.licensor = ${licensor})`]),
    ...(lacks.length === 0 ? [] : [sql`t.lacks @> ${[...lacks]}::text[]`]),
  ]
}

/** All of a filter, with the versions that they have now; 0 for one that was never published. */
export async function findSeenTitles(
  db: Db,
  { filter, now, limit }: { filter: TitlesFilter; now: Temporal.Instant; limit: number },
): Promise<{ programId: string; version: number }[]> {
  const { rows } = await sql<{ programId: string; version: number }>`
    select t.program_id as "programId", coalesce(own.version, 0) as version
    from title_row t left join title own on own.program_id = t.program_id
    where ${sql.join([sql`true`, ...conditionsOf(filter, now)], sql` and `)}
    order by t.updated_at desc, t.program_id limit ${limit}`.execute(db)
  return rows
}

export interface NamedTitle extends Pick<TitleRow, 'programId' | 'title' | 'keyart'> {
  readonly isPublished: boolean
}

/** Those of the ids that exist. */
export async function findNamedTitles(db: Db, programIds: readonly string[]): Promise<NamedTitle[]> {
  if (programIds.length === 0) return []
  const rows = await db
    .selectFrom('title')
    .select(['program_id', 'title_zh', 'title_en', 'keyart_image', 'state'])
    .where('program_id', 'in', [...programIds])
    .execute()
  return rows.map((row) => ({
    programId: row.program_id,
    title: { zh_HK: row.title_zh, en_US: row.title_en },
    keyart: row.keyart_image,
    isPublished: row.state === 'published',
  }))
}

/** In their order. */
export async function findLicensors(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('licence')
    .select('licensor')
    .distinct()
    .where('licensor', '<>', '')
    .orderBy('licensor')
    .limit(limit)
    .execute()
  return rows.map(({ licensor }) => licensor)
}

/** By id, also of drafts that were never published. */
export async function findTitleNames(
  db: Db,
  programIds: readonly string[],
): Promise<ReadonlyMap<string, { zh_HK: string; en_US: string }>> {
  if (programIds.length === 0) return new Map()
  const { rows } = await sql<{ programId: string; title: { zh_HK: string; en_US: string } }>`
    select t.program_id as "programId",
      jsonb_build_object('zh_HK', coalesce(own.title_zh, t.title_zh), 'en_US', coalesce(own.title_en, t.title_en)) as title
    from title_row t left join title own on own.program_id = t.program_id
    where t.program_id = any(${programIds}::text[])`.execute(db)
  return new Map(rows.map(({ programId, title }) => [programId, title]))
}

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { ListedTitle, ListedWindow } from './listing-model.ts'
import type { TitleClassify } from './titles-model.ts'

type ListedRow = {
  program_id: string
  classify: TitleClassify
  is_for_kids: boolean
  genres: string[]
  release_year: number
  country: string[]
  locale: string
  vod_types: string[]
  popularity: number
  score: number
  published_at: number
  title_zh: string
  title_en: string
  windows: WindowRow[]
}

/** A licence window: region, start and end in microseconds since 1970. */
export type WindowRow = [string, number, number | null]

export const windowOf = ([region, from, until]: WindowRow): ListedWindow => ({ region, from, until: until ?? Infinity })

const micros = (column: string): RawBuilder<number> => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`

/** The licence windows of the title `t`, as jsonb of `WindowRow`. */
export const licenceWindows = sql`(
  select coalesce(jsonb_agg(jsonb_build_array(l.region, ${micros('l.starts_at')}, ${micros('l.ends_at')})), '[]')
  from licence l where l.program_id = t.program_id)`

/** Of the title `t`. Whether it is for kids is decided as `visible` does. */
const listedColumns = sql`
  t.program_id, t.classify, t.kids and t.restriction <> 'III' as is_for_kids, t.genres, t.release_year, t.country, t.locale,
  t.vod_types, t.popularity, t.score, ${micros('t.published_at')} as published_at, t.title_zh, lower(t.title_en) as title_en,
  ${licenceWindows} as windows`

/** Published titles in the order of their ids, from after one. */
export async function findListed(db: Db, { after, limit }: { after: string; limit: number }): Promise<ListedTitle[]> {
  const { rows } = await sql<ListedRow>`
    select ${listedColumns} from title t where t.state = 'published' and t.program_id > ${after}
    order by t.program_id limit ${limit}`.execute(db)
  return rows.map(listedOf)
}

/** Those of these titles that are published. */
export async function findListedOf(db: Db, programIds: readonly string[]): Promise<ListedTitle[]> {
  const { rows } = await sql<ListedRow>`
    select ${listedColumns} from title t
    where t.program_id = any (${[...programIds]}::text[]) and t.state = 'published'`.execute(db)
  return rows.map(listedOf)
}

const listedOf = (row: ListedRow): ListedTitle => ({
  programId: row.program_id,
  classify: row.classify,
  isForKids: row.is_for_kids,
  facets: {
    genre: row.genres,
    year: [String(row.release_year)],
    country: row.country,
    language: [row.locale],
    vodType: row.vod_types,
  },
  popularity: row.popularity,
  score: row.score,
  publishedAt: row.published_at,
  titleZh: row.title_zh,
  titleEn: row.title_en,
  windows: row.windows.map(windowOf),
})

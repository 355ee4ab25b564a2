import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { runningTimeOf } from '#contract/running-times.ts'
import type { Db } from '#server/kit/db.ts'
import type { ListedTitle, ListedWindow, TitleClassify } from './titles-model.ts'

type ListedRow = {
  program_id: string
  classify: TitleClassify
  is_for_kids: boolean
  genres: string[]
  release_year: number
  country: string[]
  locale: string
  vod_types: string[]
  restriction: string
  film_seconds: number | null
  popularity: number
  score: number
  published_at: number
  title_zh: string
  title_en: string
  windows: WindowRow[]
}

/** Region, start and end in microseconds since 1970. */
export type WindowRow = [string, number, number | null]

export const windowOf = ([region, from, until]: WindowRow): ListedWindow => ({ region, from, until: until ?? Infinity })

const micros = (column: string): RawBuilder<number> => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`

/** jsonb of `WindowRow`. */
export const licenceWindows = sql`(
  select coalesce(jsonb_agg(jsonb_build_array(l.region, ${micros('l.starts_at')}, ${micros('l.ends_at')})), '[]')
  from licence l where l.program_id = t.program_id)`

/** `kids` as in `visible`. */
const listedColumns = sql`
  t.program_id, t.classify, t.kids and t.restriction <> 'III' as is_for_kids, t.genres, t.release_year, t.country, t.locale,
  t.vod_types, t.restriction, t.film_seconds, t.popularity, t.score, ${micros('t.published_at')} as published_at, t.title_zh, lower(t.title_en) as title_en,
  ${licenceWindows} as windows`

export async function findListed(db: Db, { after, limit }: { after: string; limit: number }): Promise<ListedTitle[]> {
  const { rows } = await sql<ListedRow>`
    select ${listedColumns} from title t where t.state = 'published' and t.program_id > ${after}
    order by t.program_id limit ${limit}`.execute(db)
  return rows.map(listedOf)
}

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
    restriction: [row.restriction],
    runningTime: [runningTimeOf(row.film_seconds)],
  },
  popularity: row.popularity,
  score: row.score,
  publishedAt: row.published_at,
  titleZh: row.title_zh,
  titleEn: row.title_en,
  windows: row.windows.map(windowOf),
})

/** PostgreSQL transaction snapshot. */
export type Snapshot = string

export async function findSnapshot(db: Db): Promise<Snapshot> {
  const { rows } = await sql<{ snapshot: Snapshot }>`select pg_current_snapshot()::text as snapshot`.execute(db)
  return rows[0]!.snapshot
}

/** Committed after a snapshot. Rows of a restored backup may have ids that this cluster has not issued yet. */
const changedSince = (snapshot: Snapshot): RawBuilder<SqlBool> => sql<SqlBool>`(
  xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and xid < pg_snapshot_xmax(pg_current_snapshot())
  and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot))`

/** False for another (restored) database. */
export async function isUnchanged(db: Db, snapshot: Snapshot): Promise<boolean> {
  const { rows } = await sql<{ unchanged: boolean }>`
    select pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax(${snapshot}::pg_snapshot)
      and not exists (select from title_change where ${changedSince(snapshot)}) as unchanged`.execute(db)
  return rows[0]!.unchanged
}

/** Includes deleted titles. @returns at most `limit`, the next snapshot; `isOlder`: the database was replaced by an older one */
export async function findChanged(
  db: Db,
  { since, limit }: { since: Snapshot; limit: number },
): Promise<{ programIds: string[]; snapshot: Snapshot; isOlder: boolean }> {
  const { rows } = await sql<{ programIds: string[]; snapshot: Snapshot; isOlder: boolean }>`
    select now.snapshot::text as snapshot,
      pg_snapshot_xmax(now.snapshot) < pg_snapshot_xmax(${since}::pg_snapshot) as "isOlder",
      array(select distinct program_id from title_change where ${changedSince(since)} limit ${limit}) as "programIds"
    from (select pg_current_snapshot() as snapshot) now`.execute(db)
  return rows[0]!
}

/** Changes that all processes have seen. */
export async function deleteOldChanges(db: Db, { hours }: { hours: number }): Promise<void> {
  await sql`delete from title_change where at < now() - make_interval(hours => ${hours}::int)`.execute(db)
  await sql`delete from title_narrowing where at < now() - make_interval(hours => ${hours}::int)`.execute(db)
}

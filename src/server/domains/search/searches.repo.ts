import { type Db, sql } from '#server/kit/db.ts'
import type { Language } from '#contract/languages.ts'

export type RecentSearch = { keyword: string; searchedAt: Temporal.Instant }

/** Newest first. */
export const findRecent = (db: Db, profileId: string): Promise<RecentSearch[]> =>
  db
    .selectFrom('search_recent')
    .select(['keyword', 'searched_at as searchedAt'])
    .where('profile_id', '=', profileId)
    .orderBy('searched_at', 'desc')
    .orderBy('key')
    .execute()

type NewSearch = { profileId: string; key: string; keyword: string; at: Temporal.Instant; most: number }

/** Also deletes those beyond `most`. Does nothing for a deleted profile. */
export async function keepRecent(db: Db, { profileId, key, keyword, at, most }: NewSearch): Promise<void> {
  await sql`insert into search_recent (profile_id, key, keyword, searched_at)
    select profile_id, ${key}, ${keyword}, ${at} from profile where profile_id = ${profileId}
    on conflict (profile_id, key) do update set keyword = excluded.keyword, searched_at = excluded.searched_at`.execute(
    db,
  )
  await sql`delete from search_recent where profile_id = ${profileId} and key in (
    select key from search_recent where profile_id = ${profileId} order by searched_at desc, key offset ${most})`.execute(
    db,
  )
}

/** All if none is given. */
export async function deleteRecent(
  db: Db,
  { profileId, key }: { profileId: string; key: string | undefined },
): Promise<void> {
  const all = db.deleteFrom('search_recent').where('profile_id', '=', profileId)
  await (key === undefined ? all : all.where('key', '=', key)).execute()
}

export async function findRecentOfAccount(db: Db, accountId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select p.profile_id as "profileId", p.name, (
      select coalesce(jsonb_agg(jsonb_build_object('keyword', r.keyword, 'searchedAt', r.searched_at)
        order by r.searched_at), '[]') from search_recent r where r.profile_id = p.profile_id) as searches
    from profile p where p.account_id = ${accountId} order by p.created_at, p.profile_id`.execute(db)
  return rows
}

export async function deleteRecentOfAccount(tx: Db, accountId: string): Promise<void> {
  await sql`delete from search_recent
    where profile_id = any (array(select profile_id from profile where account_id = ${accountId}))`.execute(tx)
}

/** Different keys per day; the rest counts under the empty key. */
const MISSED_PER_DAY = 1_000

export async function countFound(
  db: Db,
  { day, programId }: { day: Temporal.PlainDate; programId: string },
): Promise<void> {
  await sql`insert into search_found (day, program_id, searches)
    select ${day}::date, program_id, 1 from title where program_id = ${programId}
    on conflict (day, program_id) do update set searches = search_found.searches + 1`.execute(db)
}

/** Most frequent first, above a minimum. */
export async function findPopular(
  db: Db,
  { since, least, limit }: { since: Temporal.PlainDate; least: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ program_id: string }>`
    select program_id from search_found where day >= ${since}::date
    group by program_id having sum(searches) >= ${least}::int order by sum(searches) desc, program_id limit ${limit}`.execute(
    db,
  )
  return rows.map(({ program_id }) => program_id)
}

/** Concurrent inserts may exceed the limit slightly. */
export async function countMissed(
  db: Db,
  { day, key, language }: { day: Temporal.PlainDate; key: string; language: Language },
): Promise<void> {
  await sql`
    with kept as (
      select case when exists (select from search_missed where day = ${day}::date and key = ${key} and language = ${language})
          or (select count(*) from search_missed where day = ${day}::date) < ${MISSED_PER_DAY}::int
        then ${key} else '' end as key
    )
    insert into search_missed (day, key, language, searches) select ${day}::date, key, ${language}, 1 from kept
    on conflict (day, key, language) do update set searches = search_missed.searches + 1`.execute(db)
}

/** Most frequent first. */
export type Missed = { key: string; language: string; searches: number; lastDay: Temporal.PlainDate }

export async function findMissed(
  db: Db,
  { since, limit }: { since: Temporal.PlainDate; limit: number },
): Promise<Missed[]> {
  const { rows } = await sql<Missed>`
    select key, language, sum(searches)::int as searches, max(day) as "lastDay" from search_missed
    where day >= ${since}::date group by key, language order by searches desc, key, language limit ${limit}`.execute(db)
  return rows
}

export async function countMissedOn(db: Db, day: Temporal.PlainDate): Promise<number> {
  const { rows } = await sql<{ searches: number }>`
    select coalesce(sum(searches), 0)::int as searches from search_missed where day = ${day}::date`.execute(db)
  return rows[0]?.searches ?? 0
}

export async function deleteCounts(db: Db, before: Temporal.PlainDate): Promise<void> {
  await sql`delete from search_found where day < ${before}::date`.execute(db)
  await sql`delete from search_missed where day < ${before}::date`.execute(db)
}

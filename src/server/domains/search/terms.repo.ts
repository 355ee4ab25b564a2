import { type Db, sql } from '#server/kit/db.ts'
import type { Language } from '#contract/languages.ts'

/** Different keys of a day that are kept; the rest is counted together, under the empty key. */
const MISSED_PER_DAY = 1_000

/** Counts a title as the first result of a search. */
export async function countFound(
  db: Db,
  { day, programId }: { day: Temporal.PlainDate; programId: string },
): Promise<void> {
  await sql`insert into search_found (day, program_id, searches)
    select ${day}::date, program_id, 1 from title where program_id = ${programId}
    on conflict (day, program_id) do update set searches = search_found.searches + 1`.execute(db)
}

/** The titles that were found first most often since a day, each at least so often. */
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

/** Counts a search that found nothing. Two at the limit at once may both be kept, which harms nothing. */
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

/** What found nothing, with how often: the most frequent first. */
export type Missed = { key: string; language: string; searches: number; lastDay: Temporal.PlainDate }

/** What found nothing since a day. */
export async function findMissed(
  db: Db,
  { since, limit }: { since: Temporal.PlainDate; limit: number },
): Promise<Missed[]> {
  const { rows } = await sql<Missed>`
    select key, language, sum(searches)::int as searches, max(day) as "lastDay" from search_missed
    where day >= ${since}::date group by key, language order by searches desc, key, language limit ${limit}`.execute(db)
  return rows
}

/** How many searches of a day found nothing. */
export async function countMissedOn(db: Db, day: Temporal.PlainDate): Promise<number> {
  const { rows } = await sql<{ searches: number }>`
    select coalesce(sum(searches), 0)::int as searches from search_missed where day = ${day}::date`.execute(db)
  return rows[0]?.searches ?? 0
}

/** Deletes counts from before a day. */
export async function deleteCounts(db: Db, before: Temporal.PlainDate): Promise<void> {
  await sql`delete from search_found where day < ${before}::date`.execute(db)
  await sql`delete from search_missed where day < ${before}::date`.execute(db)
}

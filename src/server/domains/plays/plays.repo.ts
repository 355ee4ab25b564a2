import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    play_increment: PlayDay
    play_day: PlayDay
    play_total_day: Omit<PlayDay, 'program_id'>
    play_sum: Pick<PlayDay, 'day' | 'program_id' | 'plays' | 'seconds'>
    counted_stream: { grant_hash: Uint8Array; expires_at: Temporal.Instant }
  }
}

export interface PlayDay {
  /** In Hong Kong. */
  day: Temporal.PlainDate
  program_id: string
  region: string
  /** What opened the title: `free`, `plan`, `rental`, `screening`. */
  access: string
  device: string
  plays: number
  seconds: number
}

/**
 * An insert for the statement that found what was watched.
 * @param rows day, program_id, region, access, device, is_play, seconds
 */
export const addPlays = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into play_increment (day, program_id, region, access, device, plays, seconds)
  select day, program_id, region, access, device, count(*) filter (where is_play), sum(seconds)
  from (${rows}) watched where seconds > 0 or is_play group by 1, 2, 3, 4, 5`

export type VisitorPlay = Omit<PlayDay, 'access' | 'plays' | 'seconds'> & {
  grantHash: Uint8Array
  expiresAt: Temporal.Instant
}

/** Once for each grant. */
export async function countStream(db: Db, { grantHash, expiresAt, ...play }: VisitorPlay): Promise<void> {
  await sql`
    with stream as (
      insert into counted_stream (grant_hash, expires_at) values (${grantHash}, ${expiresAt}) on conflict do nothing returning 1)
    insert into play_increment (day, program_id, region, access, device, plays, seconds)
    select ${play.day}::date, ${play.program_id}, ${play.region}, 'free', ${play.device}, 1, 0 from stream`.execute(db)
}

export async function forgetStreams(db: Db, before: Temporal.Instant): Promise<void> {
  await db.deleteFrom('counted_stream').where('expires_at', '<', before).execute()
}

/** Each increment once, also where several nodes run it. */
export async function moveIncrements(db: Db): Promise<void> {
  await sql`
    with taken as (delete from play_increment returning *),
    totals as (
      insert into play_total_day as d (day, region, access, device, plays, seconds)
      select day, region, access, device, sum(plays), sum(seconds) from taken group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (day, region, access, device)
        do update set plays = d.plays + excluded.plays, seconds = d.seconds + excluded.seconds)
    insert into play_day as d (day, program_id, region, access, device, plays, seconds)
    select day, program_id, region, access, device, sum(plays), sum(seconds) from taken group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (day, program_id, region, access, device)
      do update set plays = d.plays + excluded.plays, seconds = d.seconds + excluded.seconds`.execute(db)
}

/** From the next day that has no sums to `until`, or from `since` again. Idempotent. */
export async function sumDays(
  db: Db,
  { since, until }: { since?: Temporal.PlainDate | undefined; until: Temporal.PlainDate },
): Promise<void> {
  const { rows } = await sql<{ day: Temporal.PlainDate | null }>`
    select coalesce((select max(day) + 1 from play_sum), (select min(day) from play_day)) as day`.execute(db)
  let day = rows[0]?.day ?? null
  if (day !== null && since && Temporal.PlainDate.compare(since, day) < 0) day = since
  for (; day !== null && Temporal.PlainDate.compare(day, until) <= 0; day = day.add({ days: 1 }))
    await sql`
      insert into play_sum as s (day, program_id, plays, seconds)
      select ${day}::date, program_id, sum(plays), sum(seconds) from (
        select program_id, plays, seconds from play_sum where day = ${day}::date - 1
        union all select program_id, plays, seconds from play_day where day = ${day}::date) d
      group by program_id order by program_id
      on conflict (day, program_id) do update set plays = excluded.plays, seconds = excluded.seconds`.execute(db)
}

export async function deleteDays(db: Db, before: Temporal.PlainDate): Promise<void> {
  await db.deleteFrom('play_day').where('day', '<', before).execute()
  await db.deleteFrom('play_total_day').where('day', '<', before).execute()
  // The day before a period is what it is compared with.
  await db
    .deleteFrom('play_sum')
    .where('day', '<', before.subtract({ days: 1 }))
    .execute()
}

/** A day weighs half as much after this many days. */
const HALF_LIFE_DAYS = 3
const WEIGHED_DAYS = 28
const PLAY_WEIGHT = 10
const MOST = 1_000_000_000

/** Rows `program_id`, `weight`: what the plays of the last days add to a title's popularity. */
export const playWeights = (today: Temporal.PlainDate): RawBuilder<unknown> => sql`
  select program_id,
    least(${sql.lit(MOST)}, round(${sql.lit(PLAY_WEIGHT)} * sum(plays * power(0.5, (${today}::date - day) / ${sql.lit(HALF_LIFE_DAYS)}::float8))))::int as weight
  from play_day where day > ${today}::date - ${sql.lit(WEIGHED_DAYS)} and day <= ${today}::date group by program_id`

import { type Generated, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database, Db, Tx } from '#server/kit/db.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    play_increment: PlayDay
    play_day: PlayDay
    play_total_day: Omit<PlayDay, 'program_id'>
    play_number: { program_id: string; number: Generated<number> }
    play_running: { day: Temporal.PlainDate; dimension: string; key: string; plays: number[]; seconds: number[] }
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

/**
 * The running totals of each day from `from` to `until`, and of the days before it that have none. The last day that has them was totalled
 * while it ran, so it is totalled again. Idempotent.
 */
export async function totalDays(db: Kysely<Database>, { from, until }: DaySpan): Promise<void> {
  const { rows } = await sql<{ day: Temporal.PlainDate | null }>`
    select coalesce((select max(day) from play_running), (select min(day) from play_day)) as day`.execute(db)
  const next = rows[0]?.day ?? null
  if (next === null) return
  let day = Temporal.PlainDate.compare(next, from) < 0 ? next : from
  for (; Temporal.PlainDate.compare(day, until) <= 0; day = day.add({ days: 1 }))
    await db.transaction().execute((tx) => totalDay(tx, day))
}

interface DaySpan {
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
}

async function totalDay(tx: Tx, day: Temporal.PlainDate): Promise<void> {
  await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
  await sql`
    insert into play_number (program_id)
    select distinct program_id from play_day p
    where day = ${day}::date and not exists (select from play_number n where n.program_id = p.program_id)
    order by program_id on conflict do nothing`.execute(tx)
  await sql`
    with played as (
      select case when grouping(p.region) = 0 then 'region' when grouping(p.access) = 0 then 'access'
          when grouping(p.device) = 0 then 'device' else 'all' end as dimension,
        coalesce(p.region, p.access, p.device, '') as key, n.number, sum(p.plays) as plays, sum(p.seconds) as seconds
      from play_day p join play_number n using (program_id) where p.day = ${day}::date
      group by grouping sets ((n.number), (n.number, p.region), (n.number, p.access), (n.number, p.device))),
    keys as (
      select dimension, key from played union select dimension, key from play_running where day = ${day}::date - 1),
    parts as (
      select dimension, key, number, plays, seconds from played
      union all
      select r.dimension, r.key, e.number, e.plays, e.seconds
      from play_running r, unnest(r.plays, r.seconds) with ordinality as e(plays, seconds, number)
      where r.day = ${day}::date - 1
      union all
      select dimension, key, generate_series(1, (select max(number) from play_number)), 0, 0 from keys),
    total as (
      select dimension, key, number, sum(plays) as plays, sum(seconds) as seconds from parts group by dimension, key, number)
    insert into play_running as r (day, dimension, key, plays, seconds)
    select ${day}::date, dimension, key, array_agg(plays order by number), array_agg(seconds order by number)
    from total group by dimension, key
    on conflict (day, dimension, key) do update set plays = excluded.plays, seconds = excluded.seconds`.execute(tx)
}

export async function deleteDays(db: Db, before: Temporal.PlainDate): Promise<void> {
  await db.deleteFrom('play_day').where('day', '<', before).execute()
  await db.deleteFrom('play_total_day').where('day', '<', before).execute()
  // The day before a period is what it is compared with.
  await db
    .deleteFrom('play_running')
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

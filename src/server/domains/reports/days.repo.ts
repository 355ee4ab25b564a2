import { type Kysely, sql } from 'kysely'
import type { Database, Db } from '#server/kit/db.ts'
import type { Period } from './reports.rules.ts'
import { hongKongDay, startOfHongKongDay } from '#server/kit/instants.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    journal_day: {
      day: Temporal.PlainDate
      kind: string
      account: string
      debit_cents: number
      credit_cents: number
    }
    plan_day: {
      day: Temporal.PlainDate
      plan_id: string
      active: number
      started: number
      renewed: number
      ended: number
    }
    order_day: { day: Temporal.PlainDate; purpose: string; provider: string; paid: number; failed: number }
    concurrent_minute: { minute: Temporal.Instant; streams: number }
    concurrent_hour: { day: Temporal.PlainDate; hour: number; most: number; mean: number }
    title_day: {
      day: Temporal.PlainDate
      program_id: string
      region: string
      kind: 'rental' | 'screening'
      sold: number
      credits: number
      cents: number
      refunded_cents: number
      sold_on: Temporal.PlainDate | null
    }
    report_progress: { name: string; counted_until: Temporal.PlainDate; counted_at: Temporal.Instant }
  }
}

interface Span extends Period {
  /** Instants: from the first day's start until the end of the last. */
  readonly start: Temporal.Instant
  readonly end: Temporal.Instant
}

/** A table that is counted from others again for some days. */
interface DayTable {
  readonly name: string
  readonly table: string
  /** Days before the last counted one that are counted again. */
  readonly again: number
  /** The first day that there is anything to count of; null while there is nothing. */
  firstDay(db: Db): Promise<Temporal.PlainDate | null>
  fill(tx: Db, span: Span): Promise<void>
}

const dayOf = (column: string) => sql`(${sql.raw(column)} at time zone 'Asia/Hong_Kong')::date`

async function firstOf(db: Db, table: string, column: string): Promise<Temporal.PlainDate | null> {
  const { rows } = await sql<{ day: Temporal.PlainDate | null }>`
    select min(${dayOf(column)}) as day from (
      select ${sql.raw(column)} from ${sql.table(table)} where ${sql.raw(column)} is not null
      order by ${sql.raw(column)} limit 1) first`.execute(db)
  return rows[0]?.day ?? null
}

/** A transaction that began before midnight may end after it. */
const DAYS_AGAIN = 2
/** A renewal is of the day its cycle begins, and may be paid while its plan waits for the provider. */
const RENEWAL_DAYS = 15
/** An order is of the day it was made. One that has expired, hours later, may be paid for 30 days. */
const LATE_PAYMENT_DAYS = 32

export const DAY_TABLES: readonly DayTable[] = [
  {
    name: 'journal',
    table: 'journal_day',
    again: DAYS_AGAIN,
    firstDay: (db) => firstOf(db, 'transfer', 'at'),
    async fill(tx, { start, end }) {
      await sql`
        insert into journal_day (day, kind, account, debit_cents, credit_cents)
        select ${dayOf('t.at')}, t.kind, p.ledger_account,
          coalesce(sum(p.amount) filter (where p.amount > 0), 0), coalesce(-sum(p.amount) filter (where p.amount < 0), 0)
        from transfer t join posting p on p.transfer_id = t.transfer_id
        where t.at >= ${start} and t.at < ${end} and p.commodity = 'HKD_CENT'
        group by 1, 2, 3`.execute(tx)
    },
  },
  {
    name: 'plans',
    table: 'plan_day',
    again: RENEWAL_DAYS + DAYS_AGAIN,
    firstDay: (db) => firstOf(db, 'subscription', 'started_at'),
    async fill(tx, { from, until, start, end }) {
      await sql`
        with held as (
          select v.plan_id, s.subscription_id, s.started_at, s.ended_at
          from subscription s join plan_version v using (plan_version_id)
          where s.cycle > 0 and (s.ended_at is null or s.ended_at >= ${start})),
        days as (
          select day::date as day, (day + interval '1 day') at time zone 'Asia/Hong_Kong' as ends
          from generate_series(${from}::timestamp, ${until}::timestamp, interval '1 day') as day),
        counted as (
          select d.day, h.plan_id, count(*) as active, 0 as started, 0 as renewed, 0 as ended
          from days d join held h on h.started_at < d.ends and (h.ended_at is null or h.ended_at >= d.ends) group by 1, 2
          union all
          select ${dayOf('started_at')}, plan_id, 0, count(*), 0, 0 from held
          where started_at >= ${start} and started_at < ${end} group by 1, 2
          union all
          select ${dayOf('c.starts_at')}, v.plan_id, 0, 0, count(*), 0
          from subscription_cycle c join plan_version v using (plan_version_id)
          where c.starts_at >= ${start} and c.starts_at < ${end} and c.cycle > 1 and c.kind = 'charged' and c.voided_at is null
          group by 1, 2
          union all
          select ${dayOf('ended_at')}, plan_id, 0, 0, 0, count(*) from held
          where ended_at >= ${start} and ended_at < ${end} group by 1, 2)
        insert into plan_day (day, plan_id, active, started, renewed, ended)
        select day, plan_id, sum(active), sum(started), sum(renewed), sum(ended) from counted group by 1, 2`.execute(tx)
    },
  },
  {
    name: 'orders',
    table: 'order_day',
    again: LATE_PAYMENT_DAYS + DAYS_AGAIN,
    firstDay: (db) => firstOf(db, 'payment_order', 'created_at'),
    async fill(tx, { start, end }) {
      await sql`
        insert into order_day (day, purpose, provider, paid, failed)
        select ${dayOf('created_at')}, purpose, kind, count(paid_at), count(*) filter (where state in ('failed', 'expired'))
        from payment_order where created_at >= ${start} and created_at < ${end} group by 1, 2, 3`.execute(tx)
    },
  },
  {
    name: 'titles',
    table: 'title_day',
    again: DAYS_AGAIN,
    firstDay: (db) => firstOf(db, 'transfer', 'at'),
    fill: fillTitles,
  },
]

/** The revenue of a transfer: negative where it was taken back. */
const centsOf = (transferId: string, account: string) => sql`
  coalesce((select -sum(p.amount) from posting p
    where p.transfer_id = ${sql.raw(transferId)} and p.ledger_account = ${account} and p.commodity = 'HKD_CENT'), 0)`

/** By the day of the booking: a refund is of its own day, `sold_on` the day of its sale. */
async function fillTitles(tx: Db, { start, end }: Span): Promise<void> {
  const isIn = sql`t.at >= ${start} and t.at < ${end}`
  await sql`
    with sold as (
      select ${dayOf('t.at')} as day, ${dayOf('t.at')} as sold_on, r.program_id, coalesce(r.region, '') as region, 'rental' as kind, 1 as sold, r.credits,
        ${centsOf('t.transfer_id', 'rent_revenue')} as cents
      from transfer t join rental r on r.transfer_id = t.transfer_id where ${isIn}
      union all
      select ${dayOf('t.at')}, ${dayOf('b.at')}, r.program_id, coalesce(r.region, ''), 'rental', 0, 0, ${centsOf('t.transfer_id', 'rent_revenue')}
      from transfer t join rental r on r.void_transfer_id = t.transfer_id
        left join transfer b on b.transfer_id = r.transfer_id where ${isIn}
      union all
      select ${dayOf('t.at')}, ${dayOf('t.at')}, s.program_id, '', 'screening', 1, 0, ${centsOf('t.transfer_id', 'rent_revenue')}
      from transfer t join screening s on s.transfer_id = t.transfer_id where ${isIn}
      union all
      select ${dayOf('t.at')}, ${dayOf('b.at')}, s.program_id, '', 'screening', 0, 0, ${centsOf('t.transfer_id', 'rent_revenue')}
      from transfer t join screening s on s.void_transfer_id = t.transfer_id
        left join transfer b on b.transfer_id = s.transfer_id where ${isIn}
      union all
      select ${dayOf('t.at')}, ${dayOf('s.bought_at')}, s.program_id, '', 'screening', 0, 0,
        ${centsOf('t.transfer_id', 'screening_revenue')}
      from transfer t join screening s on s.order_id = t.subject where ${isIn} and t.kind = 'screening'
      union all
      select ${dayOf('s.bought_at')}, ${dayOf('s.bought_at')}, s.program_id, '', 'screening', 1, 0, 0
      from screening s where s.order_id is not null and s.bought_at >= ${start} and s.bought_at < ${end})
    insert into title_day (day, sold_on, program_id, region, kind, sold, credits, cents, refunded_cents)
    select day, sold_on, program_id, region, kind, sum(sold), sum(credits), coalesce(sum(cents) filter (where cents > 0), 0),
      coalesce(-sum(cents) filter (where cents < 0), 0)
    from sold group by 1, 2, 3, 4, 5`.execute(tx)
}

/** Days that are counted in one transaction. */
const DAYS_AT_ONCE = 31

type Counting = {
  readonly table: DayTable
  readonly today: Temporal.PlainDate
  readonly at: Temporal.Instant
  /** Counted again from here, however long ago. */
  readonly since?: Temporal.PlainDate | undefined
}

/** Counts what is new, and the last days again. Several processes may run it: while one counts a table, others leave it. */
export async function countTable(db: Kysely<Database>, { table, today, at, since }: Counting): Promise<void> {
  const last = await findProgress(db, table.name)
  const next = last ? last.countedUntil.subtract({ days: table.again }) : await table.firstDay(db)
  let from = since ?? next ?? today
  while (Temporal.PlainDate.compare(from, today) <= 0) {
    const until = from.add({ days: DAYS_AT_ONCE - 1 })
    const counted = Temporal.PlainDate.compare(until, today) < 0 ? until : today
    const span = {
      from,
      until: counted,
      start: startOfHongKongDay(from),
      end: startOfHongKongDay(counted.add({ days: 1 })),
    }
    if (!(await countSpan(db, table, { ...span, at }))) return
    from = counted.add({ days: 1 })
  }
}

/** @returns false while another process counts it */
const countSpan = (db: Kysely<Database>, { name, table, fill }: DayTable, span: Span & { at: Temporal.Instant }) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`report ${name}`}, 0)) as held`.execute(tx)
    if (!rows[0]?.held) return false
    await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
    await sql`delete from ${sql.table(table)} where day between ${span.from}::date and ${span.until}::date`.execute(tx)
    await fill(tx, span)
    await sql`
      insert into report_progress as r (name, counted_until, counted_at) values (${name}, ${span.until}::date, ${span.at})
      on conflict (name) do update set counted_until = greatest(r.counted_until, excluded.counted_until),
        counted_at = excluded.counted_at`.execute(tx)
    return true
  })

const MINUTES_KEPT_DAYS = 35

/** What members watch now, and the hours that it changes. Several processes may count the same minute. */
export async function countStreams(
  db: Db,
  { at, lapseSeconds, daysKept }: { at: Temporal.Instant; lapseSeconds: number; daysKept: number },
): Promise<void> {
  await sql`
    insert into concurrent_minute (minute, streams)
    select date_trunc('minute', ${at}::timestamptz), count(*) from playback_stream
    where ended_at is null and last_seen_at > ${at.subtract({ seconds: lapseSeconds })}
    on conflict (minute) do update set streams = greatest(concurrent_minute.streams, excluded.streams)`.execute(db)
  await sql`
    insert into concurrent_hour as h (day, hour, most, mean)
    select ${dayOf('minute')}, extract(hour from minute at time zone 'Asia/Hong_Kong'), max(streams), avg(streams)
    from concurrent_minute where minute >= date_trunc('hour', ${at}::timestamptz - interval '1 hour') group by 1, 2
    on conflict (day, hour) do update set most = excluded.most, mean = excluded.mean`.execute(db)
  await sql`delete from concurrent_minute where minute < ${at.subtract({ hours: MINUTES_KEPT_DAYS * 24 })}`.execute(db)
  await sql`delete from concurrent_hour where day < ${hongKongDay(at)}::date - ${daysKept}::int`.execute(db)
}

export async function findProgress(
  db: Db,
  name: string,
): Promise<{ countedUntil: Temporal.PlainDate; countedAt: Temporal.Instant } | undefined> {
  return db
    .selectFrom('report_progress')
    .select(['counted_until as countedUntil', 'counted_at as countedAt'])
    .where('name', '=', name)
    .executeTakeFirst()
}

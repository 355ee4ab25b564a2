import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/kit/db.ts'
import { LIABILITIES } from '#contract/admin/finance.ts'
import type { Period } from './reports.rules.ts'
import type { JournalRow } from '../ledger/index.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    statement_closed: { month: Temporal.PlainDate; closed_at: Temporal.Instant }
    unlicensed_month: {
      month: Temporal.PlainDate
      titles: number
      plays: number
      cents: number
      refunded_cents: number
      counted_at: Temporal.Instant
    }
  }
}

export interface StatementRow {
  readonly programId: string
  readonly titleZh: string
  readonly titleEn: string
  readonly region: string
  readonly contract: string
  readonly plays: number
  readonly seconds: number
  readonly planSeconds: number
  readonly sold: number
  readonly credits: number
  readonly cents: number
  readonly refundedCents: number
}

const FIGURES = sql.raw('plays, seconds, plan_seconds, sold, credits, cents, refunded_cents')

/**
 * Each day belongs to the first window, of any licensor, that covers any of it: one that ends at midnight ends with the day before. What has no
 * region belongs to the first window of any. A refund belongs to the window of its sale. What no window covers has an empty licensor.
 * `licensor`: only of titles that it has windows of.
 */
const counted = ({ from, until }: Period, licensor?: string): RawBuilder<unknown> => {
  const own = licensor ? sql`program_id in (select program_id from licence where licensor = ${licensor})` : sql`true`
  return sql`
    select coalesce(l.licensor, '') as licensor, coalesce(l.contract, '') as contract, f.program_id, f.region,
      sum(f.plays)::int8 as plays, sum(f.seconds)::int8 as seconds, sum(f.plan_seconds)::int8 as plan_seconds,
      sum(f.sold)::int8 as sold, sum(f.credits)::int8 as credits, sum(f.cents)::int8 as cents,
      sum(f.refunded_cents)::int8 as refunded_cents
    from (
      select day as of_day, program_id, region, sum(plays) as plays, sum(seconds) as seconds,
        coalesce(sum(seconds) filter (where access = 'plan'), 0) as plan_seconds, 0 as sold, 0 as credits, 0 as cents, 0 as refunded_cents
      from play_day where ${own} and day between ${from}::date and ${until}::date group by 1, 2, 3
      union all
      select coalesce(sold_on, day), program_id, region, 0, 0, 0, sold, credits, cents, refunded_cents
      from title_day where ${own} and day between ${from}::date and ${until}::date) f
      left join lateral (
        select l.licensor, l.contract from licence l
        where l.program_id = f.program_id and (f.region in ('', l.region))
          and (l.starts_at at time zone 'Asia/Hong_Kong')::date <= f.of_day
          and (l.ends_at is null or (l.ends_at at time zone 'Asia/Hong_Kong') > f.of_day::timestamp)
        order by l.starts_at, l.region, l.licensor, l.contract limit 1) l on true
    group by 1, 2, 3, 4`
}

/** As it was kept, or by the windows of today. */
async function figuresOf(db: Db, period: Period, licensor?: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql`select from statement_closed where month = ${period.from}::date`.execute(db)
  return rows.length === 0
    ? counted(period, licensor)
    : sql`select licensor, contract, program_id, region, ${FIGURES} from statement_month where month = ${period.from}::date`
}

/** Of one month. */
export async function readStatement(
  db: Db,
  { licensor, ...period }: Period & { licensor: string },
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select f.program_id as "programId", coalesce(t.title_zh, '') as "titleZh", coalesce(t.title_en, '') as "titleEn", f.region, f.contract,
      f.plays, f.seconds, f.plan_seconds as "planSeconds", f.sold, f.credits, f.cents, f.refunded_cents as "refundedCents"
    from (${await figuresOf(db, period, licensor)}) f left join title t using (program_id)
    where f.licensor = ${licensor}
    order by t.title_en, f.program_id, f.region, f.contract`.execute(db)
  return rows
}

export interface Unlicensed {
  readonly titles: number
  readonly plays: number
  readonly cents: number
  readonly refundedCents: number
}

const unlicensedOf = (figures: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select count(distinct program_id)::int as titles, coalesce(sum(plays), 0)::int8 as plays, coalesce(sum(cents), 0)::int8 as cents,
    coalesce(sum(refunded_cents), 0)::int8 as refunded_cents
  from (${figures}) f where licensor = ''`

/** Of a month: what no window covered, and is in no statement. Before the month is kept, as it was counted last. */
export async function readUnlicensed(db: Db, period: Period): Promise<Unlicensed> {
  const counting = unlicensedOf(await figuresOf(db, period))
  const { rows: known } = await sql<Unlicensed>`
    select titles, plays, cents, refunded_cents as "refundedCents" from unlicensed_month where month = ${period.from}::date`.execute(
    db,
  )
  if (known[0]) return known[0]
  const { rows } = await sql<Unlicensed>`
    select titles, plays, cents, refunded_cents as "refundedCents" from (${counting}) counted`.execute(db)
  return rows[0]!
}

/** Of a month that is not kept. */
export async function countUnlicensed(tx: Tx, period: Period, at: Temporal.Instant): Promise<void> {
  if (!(await isOwnMonth(tx, period))) return
  await liftLimit(tx)
  await sql`
    insert into unlicensed_month (month, titles, plays, cents, refunded_cents, counted_at)
    select ${period.from}::date, titles, plays, cents, refunded_cents, ${at} from (${unlicensedOf(counted(period))}) found
    where not exists (select from statement_closed c where c.month = ${period.from}::date)
    on conflict (month) do update set titles = excluded.titles, plays = excluded.plays, cents = excluded.cents,
      refunded_cents = excluded.refunded_cents, counted_at = excluded.counted_at`.execute(tx)
}

/**
 * One process at a time counts a month or keeps it: a count that began before the month was kept would be written after it.
 * @returns false while another does, until its transaction ends
 */
async function isOwnMonth(tx: Tx, { from }: Period): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`statements of ${from.toString()}`}, 0)) as held`.execute(tx)
  return rows[0]!.held
}

const liftLimit = (tx: Tx) => sql`select set_config('statement_timeout', '0', true)`.execute(tx)

/** The first month with figures that is not kept, until that of `before`. */
export async function findUnclosed(db: Db, before: Temporal.PlainDate): Promise<Temporal.PlainDate[]> {
  const { rows } = await sql<{ month: Temporal.PlainDate }>`
    select m::date as month from generate_series(
      date_trunc('month', least((select min(day) from play_day), (select min(day) from title_day))::timestamp),
      ${before}::date - interval '1 month', interval '1 month') m
    where not exists (select from statement_closed c where c.month = m::date) order by 1`.execute(db)
  return rows.map(({ month }) => month)
}

/** Once, whichever process does it; the next time, while another counts the month. */
export async function keepStatements(tx: Tx, period: Period, at: Temporal.Instant): Promise<void> {
  if (!(await isOwnMonth(tx, period))) return
  const { rows } = await sql`
    insert into statement_closed values (${period.from}::date, ${at}) on conflict do nothing returning 1`.execute(tx)
  if (rows.length === 0) return
  await liftLimit(tx)
  await tx.deleteFrom('unlicensed_month').where('month', '=', period.from).execute()
  await sql`
    insert into statement_month (month, licensor, contract, program_id, region, ${FIGURES})
    select ${period.from}::date, licensor, contract, program_id, region, ${FIGURES} from (${counted(period)}) f`.execute(
    tx,
  )
}

/** The journal of some days, from the table of days. */
export async function readJournalDays(db: Db, { from, until }: Period): Promise<JournalRow[]> {
  const { rows } = await sql<JournalRow>`
    select day, kind, account, debit_cents as "debitCents", credit_cents as "creditCents" from journal_day
    where day between ${from}::date and ${until}::date order by 1, 2, 3`.execute(db)
  return rows
}

interface Liability {
  readonly account: (typeof LIABILITIES)[number]
  readonly cents: number
}

/** What is owed at the end of a day. */
export async function readLiabilities(db: Db, until: Temporal.PlainDate): Promise<Liability[]> {
  const { rows } = await sql<Liability>`
    select a.account, coalesce(sum(d.credit_cents - d.debit_cents), 0)::int8 as cents
    from unnest(${[...LIABILITIES]}::text[]) with ordinality as a (account, position)
      left join journal_day d on d.account = a.account and d.day <= ${until}::date
    group by a.account, a.position order by a.position`.execute(db)
  return rows
}

export async function findLicensors(db: Db): Promise<{ licensor: string; titles: number }[]> {
  const { rows } = await sql<{ licensor: string; titles: number }>`
    select licensor, count(distinct program_id)::int as titles
    from (select licensor, program_id from licence union select licensor, program_id from statement_month) known
    where licensor <> ''
    group by licensor order by licensor`.execute(db)
  return rows
}

import { sql } from 'kysely'
import { LIABILITIES } from '#contract/admin/finance.ts'
import type { Db } from '#server/kit/db.ts'
import type { JournalRow } from '../ledger/index.ts'
import type { Period } from './reports.rules.ts'

/** The journal of some days, from the table of days. */
export async function readJournalDays(db: Db, { from, until }: Period): Promise<JournalRow[]> {
  const { rows } = await sql<JournalRow>`
    select day, kind, account, debit_cents as "debitCents", credit_cents as "creditCents" from journal_day
    where day between ${from}::date and ${until}::date order by 1, 2, 3`.execute(db)
  return rows
}

export interface Liability {
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
    select licensor, count(distinct program_id)::int as titles from licence where licensor <> ''
    group by licensor order by licensor`.execute(db)
  return rows
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

/**
 * Each day belongs to the first window, of any licensor, that covers any of it: one that ends at midnight ends with the day before. What has no
 * region belongs to the first window of any. A refund belongs to the window of its sale. Windows are those of today.
 */
export async function readStatement(
  db: Db,
  { licensor, from, until }: Period & { licensor: string },
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    with own as (select distinct program_id from licence where licensor = ${licensor}),
    figures as (
      select day as of_day, program_id, region, plays, seconds, case access when 'plan' then seconds else 0 end as plan_seconds,
        0 as sold, 0 as credits, 0 as cents, 0 as refunded_cents
      from play_day where program_id in (select program_id from own) and day between ${from}::date and ${until}::date
      union all
      select coalesce(sold_on, day), program_id, region, 0, 0, 0, sold, credits, cents, refunded_cents
      from title_day where program_id in (select program_id from own) and day between ${from}::date and ${until}::date)
    select f.program_id as "programId", t.title_zh as "titleZh", t.title_en as "titleEn", f.region, l.contract,
      sum(f.plays)::int8 as plays, sum(f.seconds)::int8 as seconds, sum(f.plan_seconds)::int8 as "planSeconds",
      sum(f.sold)::int8 as sold, sum(f.credits)::int8 as credits, sum(f.cents)::int8 as cents,
      sum(f.refunded_cents)::int8 as "refundedCents"
    from figures f join title t using (program_id)
      cross join lateral (
        select l.licensor, l.contract from licence l
        where l.program_id = f.program_id and (f.region in ('', l.region))
          and (l.starts_at at time zone 'Asia/Hong_Kong')::date <= f.of_day
          and (l.ends_at is null or (l.ends_at at time zone 'Asia/Hong_Kong') > f.of_day::timestamp)
        order by l.starts_at, l.region, l.licensor, l.contract limit 1) l
    where l.licensor = ${licensor}
    group by 1, 2, 3, 4, 5 order by t.title_en, f.program_id, f.region, l.contract`.execute(db)
  return rows
}

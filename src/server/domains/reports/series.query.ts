import { type RawBuilder, sql } from 'kysely'
import { type Dimension, type Measure, REVENUE_ACCOUNTS } from '#contract/admin/reports.ts'
import type { Language } from '#contract/languages.ts'
import type { Db, Tx } from '#server/kit/db.ts'
import type { Cell, Period } from './reports.rules.ts'

export interface Narrowed {
  readonly region?: string | undefined
  readonly access?: string | undefined
  readonly device?: string | undefined
  readonly title?: string | undefined
}

export interface SeriesQuery extends Period {
  readonly measure: Measure
  readonly by?: Dimension | undefined
  readonly filter: Narrowed
}

/** Of a day table: where it stands, and what a row gives. */
interface Source {
  readonly from: RawBuilder<unknown>
  readonly where: readonly RawBuilder<unknown>[]
  readonly keys: Readonly<Partial<Record<Dimension, RawBuilder<unknown>>>>
  /** Of the rows of a day and key. */
  readonly value: RawBuilder<unknown>
  /** Of a mean: how much it was measured on. */
  readonly weight?: RawBuilder<unknown>
}

const NONE = sql`0`

/** A row for each day and key that has any. */
export async function readCells(db: Db, query: SeriesQuery): Promise<Cell[]> {
  const { from, where, keys, value, weight = NONE } = SOURCES[query.measure](query)
  const key = (query.by && keys[query.by]) ?? sql`''`
  const period = sql`d.day between ${query.from}::date and ${query.until}::date`
  const { rows } = await sql<Cell>`
    select d.day, ${key}::text as key, (${value})::float8 as value, (${weight})::float8 as weight
    from ${from} where ${sql.join([period, ...where], sql` and `)} group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/** Whatever is not of one title is read from the totals. */
const watching =
  (value: RawBuilder<unknown>) =>
  ({ filter: { title, region, access, device } }: SeriesQuery): Source => ({
    from: title === undefined ? sql`play_total_day d` : sql`play_day d`,
    where: [
      ...(title === undefined ? [] : [sql`d.program_id = ${title}`]),
      ...(region === undefined ? [] : [sql`d.region = ${region}`]),
      ...(access === undefined ? [] : [sql`d.access = ${access}`]),
      ...(device === undefined ? [] : [sql`d.device = ${device}`]),
    ],
    keys: { region: sql`d.region`, access: sql`d.access`, device: sql`d.device` },
    value,
  })

const REVENUE_KINDS = sql.join(
  Object.entries(REVENUE_ACCOUNTS).map(([account, kind]) => sql`when ${sql.lit(account)} then ${sql.lit(kind)}`),
  sql` `,
)
const PROVIDER = sql`d.account like 'provider:%'`
const PROVIDER_NAME = sql`substr(d.account, 10)`

const quality =
  (value: RawBuilder<unknown>, weight: RawBuilder<unknown>) =>
  ({ filter: { title } }: SeriesQuery): Source => ({
    from: sql`playback_report_day d`,
    where: title === undefined ? [] : [sql`d.program_id = ${title}`],
    keys: { engine: sql`d.engine` },
    value,
    weight,
  })

const plans = (value: RawBuilder<unknown>, weight?: RawBuilder<unknown>) => (): Source => ({
  from: sql`plan_day d`,
  where: [],
  keys: { plan: sql`d.plan_id` },
  value,
  ...(weight && { weight }),
})

const failedOrders = (where: readonly RawBuilder<unknown>[]) => (): Source => ({
  from: sql`order_day d`,
  where,
  keys: { provider: sql`d.provider`, purpose: sql`d.purpose` },
  value: sql`sum(d.failed)`,
})

/** Days of which the share of members that end is told. */
const CHURN_DAYS = sql.lit(30)

const SOURCES: Readonly<Record<Measure, (query: SeriesQuery) => Source>> = {
  plays: watching(sql`sum(d.plays)`),
  watchTime: watching(sql`sum(d.seconds)`),
  concurrent: () => ({ from: sql`concurrent_hour d`, where: [], keys: {}, value: sql`max(d.most)` }),
  startTime: quality(sql`sum(d.start_ms_median::bigint * d.started)`, sql`sum(d.started)`),
  stalled: quality(sql`sum(d.stalled_reports)`, sql`sum(d.reports)`),
  failedPlays: quality(sql`sum(d.failed)`, sql`sum(d.reports)`),
  playerErrors: () => ({
    from: sql`playback_error_day d`,
    where: [],
    keys: { code: sql`d.error_code` },
    value: sql`sum(d.reports)`,
  }),
  missedSearches: () => ({
    from: sql`search_missed d`,
    where: [],
    keys: { language: sql`d.language` },
    value: sql`sum(d.searches)`,
  }),
  pageViews: () => ({
    from: sql`visit_day d`,
    where: [],
    keys: { route: sql`d.route`, device: sql`d.device_class`, language: sql`d.language` },
    value: sql`sum(d.views)`,
  }),
  failedPayments: failedOrders([]),
  failedRenewals: failedOrders([sql`d.purpose = 'renewal'`]),
  subscribers: plans(sql`sum(d.active)`),
  started: plans(sql`sum(d.started)`),
  renewed: plans(sql`sum(d.renewed)`),
  ended: plans(sql`sum(d.ended)`),
  churn: plans(sql`sum(d.ended) * ${CHURN_DAYS}`, sql`sum(d.active)`),
  revenue: () => ({
    from: sql`journal_day d`,
    where: [sql`d.account = any(${Object.keys(REVENUE_ACCOUNTS)}::text[])`],
    keys: { kind: sql`case d.account ${REVENUE_KINDS} end` },
    value: sql`sum(d.credit_cents - d.debit_cents)`,
  }),
  received: () => ({
    from: sql`journal_day d`,
    where: [PROVIDER],
    keys: { provider: PROVIDER_NAME },
    value: sql`sum(d.debit_cents)`,
  }),
  refunded: () => ({
    from: sql`journal_day d`,
    where: [PROVIDER],
    keys: { provider: PROVIDER_NAME },
    value: sql`sum(d.credit_cents)`,
  }),
}

export type TitleName = { zh_HK: string; en_US: string }

export async function findTitleName(db: Db, programId: string): Promise<TitleName | null> {
  const title = db.selectFrom('title').select(['title_zh as zh_HK', 'title_en as en_US'])
  return (await title.where('program_id', '=', programId).executeTakeFirst()) ?? null
}

/** By id, as their newest version is called. */
export async function findPlanNames(db: Db): Promise<Map<string, TitleName>> {
  const { rows } = await sql<{ planId: string; name: TitleName }>`
    select distinct on (plan_id) plan_id as "planId", name from plan_version order by plan_id, version desc`.execute(db)
  return new Map(rows.map(({ planId, name }) => [planId, name]))
}

export interface MissedWord {
  readonly key: string
  readonly language: Language
  readonly searches: number
  readonly lastDay: Temporal.PlainDate
}

/** The most frequent first. */
export async function readMissed(db: Db, { from, until, limit }: Period & { limit: number }): Promise<MissedWord[]> {
  const { rows } = await sql<MissedWord>`
    select key, language, sum(searches)::int as searches, max(day) as "lastDay" from search_missed
    where day between ${from}::date and ${until}::date
    group by key, language order by searches desc, key, language limit ${limit}`.execute(db)
  return rows
}

export interface TopTitle {
  readonly programId: string
  readonly titleZh: string | null
  readonly titleEn: string | null
  readonly value: number
}

type TopQuery = Period & { readonly measure: Measure; readonly filter: Narrowed }

/** Of all titles the most, or of some titles theirs. */
export async function readTop(
  db: Db,
  { limit, among, ...query }: TopQuery & { limit: number; among?: readonly string[] | undefined },
): Promise<TopTitle[]> {
  const value = query.measure === 'plays' ? sql`d.plays` : sql`d.seconds`
  const summed = isNarrow(query.filter) ? undefined : await findSummed(db)
  const isSummed = summed !== undefined && Temporal.PlainDate.compare(summed, query.from) >= 0
  const plays = isSummed ? summedPlays({ ...query, summed }, among) : narrowPlays(query, among)
  const { rows } = await sql<TopTitle>`
    select f.program_id as "programId", t.title_zh as "titleZh", t.title_en as "titleEn", f.value
    from (
      select d.program_id, sum(${value})::float8 as value
      from (${plays}) d
      group by d.program_id having sum(${value}) > 0
      order by value desc, d.program_id limit ${limit}) f
    left join title t on t.program_id = f.program_id
    order by f.value desc, f.program_id`.execute(db)
  return rows
}

const isNarrow = (filter: Narrowed): boolean => Object.values(filter).some((value) => value !== undefined)

/** Said of each table, so that a few titles are found by its index. */
const isAmong = (column: string, among: readonly string[] | undefined) =>
  among === undefined ? sql`true` : sql`${sql.raw(column)} = any(${[...among]}::text[])`

const narrowPlays = ({ measure, from, until, filter }: TopQuery, among: readonly string[] | undefined) => {
  const { where } = SOURCES[measure]({ measure, from, until, filter })
  return sql`
    select d.program_id, d.plays, d.seconds from play_day d
    where ${sql.join([sql`d.day between ${from}::date and ${until}::date`, isAmong('d.program_id', among), ...where], sql` and `)}`
}

/** The last day that has sums. */
async function findSummed(db: Db): Promise<Temporal.PlainDate | undefined> {
  const { rows } = await sql<{ day: Temporal.PlainDate | null }>`select max(day) as day from play_sum`.execute(db)
  return rows[0]?.day ?? undefined
}

/** The difference of two sums, and the days that have none yet. */
const summedPlays = (
  { from, until, summed }: Period & { summed: Temporal.PlainDate },
  among: readonly string[] | undefined,
) => sql`
  select s.program_id, s.plays - coalesce(b.plays, 0) as plays, s.seconds - coalesce(b.seconds, 0) as seconds
  from play_sum s left join play_sum b on b.day = ${from.subtract({ days: 1 })}::date and b.program_id = s.program_id
  where s.day = ${Temporal.PlainDate.compare(until, summed) < 0 ? until : summed}::date and ${isAmong('s.program_id', among)}
  union all
  select p.program_id, p.plays, p.seconds from play_day p
  where p.day > ${summed}::date and p.day between ${from}::date and ${until}::date and ${isAmong('p.program_id', among)}`

export type PlayRow = {
  readonly day: Temporal.PlainDate
  readonly programId: string
  readonly titleZh: string | null
  readonly titleEn: string | null
  readonly region: string
  readonly access: string
  readonly device: string
  readonly plays: number
  readonly seconds: number
}

const ROWS_AT_ONCE = 5_000

/** The day table of plays in its order, a part at a time. */
export async function* readPlays(tx: Tx, query: TopQuery): AsyncGenerator<PlayRow[]> {
  const { where } = SOURCES[query.measure]({ ...query })
  let last: PlayRow | undefined
  for (;;) {
    const after = last
      ? sql`(d.day, d.program_id, d.region, d.access, d.device)
          > (${last.day}::date, ${last.programId}, ${last.region}, ${last.access}, ${last.device})`
      : sql`d.day >= ${query.from}::date`
    const { rows } = await sql<PlayRow>`
      select d.day, d.program_id as "programId", t.title_zh as "titleZh", t.title_en as "titleEn", d.region, d.access,
        d.device, d.plays, d.seconds
      from (select d.* from play_day d
        where ${sql.join([after, sql`d.day <= ${query.until}::date`, ...where], sql` and `)}
        order by d.day, d.program_id, d.region, d.access, d.device limit ${ROWS_AT_ONCE}) d
      left join title t on t.program_id = d.program_id
      order by d.day, d.program_id, d.region, d.access, d.device`.execute(tx)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
    if (rows.length < ROWS_AT_ONCE) return
  }
}

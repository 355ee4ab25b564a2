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

type RankedQuery = TopQuery & { readonly limit: number; readonly among?: readonly string[] | undefined }
type Ranked = Pick<TopTitle, 'programId' | 'value'>

/** Of all titles the most, or of some titles theirs. What was played since the last running totals is not in it. */
export async function readTop(db: Db, query: RankedQuery): Promise<TopTitle[]> {
  const group = groupOf(query.filter)
  const totalled = group && (await findTotalled(db, query.until))
  const ranked = totalled ? rankTotals({ ...query, until: totalled }, group) : rankDays(query)
  const { rows } = await sql<TopTitle>`
    select f.program_id as "programId", t.title_zh as "titleZh", t.title_en as "titleEn", f.value
    from (${ranked}) f left join title t on t.program_id = f.program_id
    order by f.value desc, f.program_id`.execute(db)
  return rows
}

/** The running totals that answer a filter; none for a title, or for two filters at once. */
function groupOf(filter: Narrowed): { dimension: string; key: string } | undefined {
  const given = Object.entries(filter).filter((one): one is [string, string] => one[1] !== undefined)
  const [dimension, key] = given[0] ?? ['all', '']
  return given.length > 1 || dimension === 'title' ? undefined : { dimension, key }
}

const plays = (measure: Measure, table: string) => sql.ref(`${table}.${measure === 'plays' ? 'plays' : 'seconds'}`)

/** The day itself, or the one before it: a day has no running totals in its first minutes. */
async function findTotalled(db: Db, until: Temporal.PlainDate): Promise<Temporal.PlainDate | undefined> {
  const { rows } = await sql<{ day: Temporal.PlainDate | null }>`
    select max(day) as day from play_running where day between ${until}::date - 1 and ${until}::date`.execute(db)
  return rows[0]?.day ?? undefined
}

/** The difference of two days. */
const rankTotals = (
  { measure, from, until, limit, among }: RankedQuery,
  { dimension, key }: { dimension: string; key: string },
): RawBuilder<Ranked> => sql`
  select n.program_id, e.value::float8 as value from (
    select number, played - coalesce(before, 0) as value from (
      select generate_series(1, cardinality(r.plays)) as number, unnest(${plays(measure, 'r')}) as played, unnest(${plays(measure, 'b')}) as before
      from play_running r left join play_running b
        on b.day = ${from.subtract({ days: 1 })}::date and b.dimension = r.dimension and b.key = r.key
      where r.day = ${until}::date and r.dimension = ${dimension} and r.key = ${key}) title
    where played > coalesce(before, 0) and ${among ? sql`number = any(array(select number from play_number where program_id = any(${[...among]}::text[])))` : sql`true`}
    order by value desc, number limit ${limit}) e
  join play_number n on n.number = e.number`

const rankDays = ({ measure, from, until, filter, limit, among }: RankedQuery): RawBuilder<Ranked> => {
  const { where, value } = SOURCES[measure]({ measure, from, until, filter })
  const of = among ? [sql`d.program_id = any(${[...among]}::text[])`] : []
  return sql`
    select d.program_id, (${value})::float8 as value from play_day d
    where ${sql.join([sql`d.day between ${from}::date and ${until}::date`, ...of, ...where], sql` and `)}
    group by d.program_id having ${value} > 0 order by value desc, d.program_id limit ${limit}`
}

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

import type { Kysely } from 'kysely'
import {
  type COMPARISONS,
  type Dimension,
  type Measure,
  MEASURES,
  OTHERS,
  REPORT_DAYS,
} from '#contract/admin/reports.ts'
import { STREAM_LAPSE_SECONDS } from '#contract/devices.ts'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Tx } from '#server/kit/db.ts'
import type { DomainModule } from '../domain-module.ts'
import { countStreams, countTable, DAY_TABLES, findProgress } from './days.repo.ts'
import { createMonths } from './months.service.ts'
import { clamp, comparedWith, isKept, daysOf, foldCells, linesOf, type Period, pointsOf } from './reports.rules.ts'
import {
  findPlanNames,
  findTitleName,
  type Narrowed,
  type PlayRow,
  readCells,
  readMissed,
  readPlays,
  readTop,
} from './series.query.ts'
import { hongKongDay } from '#server/kit/instants.ts'

/**
 * Reports: figures by day. Owns journal_day, title_day, plan_day, order_day, concurrent_minute, concurrent_hour,
 * statement_month, statement_closed, unlicensed_month and report_progress, which it counts from the tables of others; reads the day tables of plays, playback, search and visits. No report reads what day tables are counted from. Names no person.
 */
export type { PlayRow } from './series.query.ts'
export { balancedSums, breakageOf, type Month, monthOf } from './months.service.ts'
export type Reports = ReturnType<typeof createReports>

const COUNT_EVERY_MS = 10 * 60_000
const STREAMS_EVERY_MS = 60_000
const STATEMENTS_EVERY_MS = 3_600_000

export interface ReportQuery extends Period {
  readonly measure: Measure
  readonly filter: Narrowed
}

type Compared = ReportQuery & { readonly compare?: (typeof COMPARISONS)[number] | undefined }

export function createReports({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  const months = createMonths({ db, clock })
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'reports', everyMs: COUNT_EVERY_MS, run: () => count() },
      { name: 'statements', everyMs: STATEMENTS_EVERY_MS, run: months.keepDue },
      { name: 'concurrent streams', everyMs: STREAMS_EVERY_MS, run: countNow },
    ],
  }
  return { months, series, top, missed, exportCells, exportPlays, count, countNow, domainModule }

  /** @throws INVALID_INPUT for what the figure is not divided by or narrowed to, and a period that is out of reach */
  async function series({ compare, by, ...query }: Compared & { by?: Dimension | undefined }) {
    const { fold } = MEASURES[query.measure]
    const period = requireReadable(query, by)
    const other = periodBefore(period, compare)
    const [cells, divided, before, dividedBefore, counted, title, names] = await Promise.all([
      readCells(db, { ...query, ...period }),
      by ? readCells(db, { ...query, ...period, by }) : [],
      other ? readCells(db, { ...query, ...other }) : null,
      other && by ? readCells(db, { ...query, ...other, by }) : null,
      findProgress(db, 'journal'),
      query.filter.title === undefined ? null : findTitleName(db, query.filter.title),
      by === 'plan' ? findPlanNames(db) : null,
    ])
    const days = daysOf(period)
    const lines = linesOf(divided, days, fold)
    const shown = new Set(lines.map(({ key }) => key))
    const beforeOf = (key: string) =>
      dividedBefore &&
      foldCells(
        dividedBefore.filter((cell) => cell.key === key || (key === OTHERS && !shown.has(cell.key))),
        fold,
      )
    return {
      days,
      total: { value: foldCells(cells, fold), before: before && foldCells(before, fold) },
      points: pointsOf(cells, days, fold),
      before: before && other ? pointsOf(before, daysOf(other), fold) : null,
      lines: lines.map((line) => ({ ...line, name: names?.get(line.key) ?? null, before: beforeOf(line.key) })),
      title,
      countedAt: counted?.countedAt ?? null,
    }
  }

  /** @throws INVALID_INPUT */
  async function top({ compare, limit, ...query }: Compared & { limit: number }) {
    if (!MEASURES[query.measure].hasTop) throw new AppError('INVALID_INPUT', { fields: {} })
    const period = requireReadable(query)
    const found = await readTop(db, { ...query, ...period, limit })
    const among = found.map(({ programId }) => programId)
    const other = periodBefore(period, compare)
    const before = other && (await readTop(db, { ...query, ...other, among, limit }))
    return found.map(({ programId, titleZh, titleEn, value }) => ({
      programId,
      title: titleZh === null || titleEn === null ? null : { zh_HK: titleZh, en_US: titleEn },
      value,
      before: before ? (before.find((one) => one.programId === programId)?.value ?? 0) : null,
    }))
  }

  /** By everything that the figure is divided by first. */
  function exportCells(tx: Tx, query: ReportQuery) {
    const period = requireReadable(query)
    return readCells(tx, { ...query, ...period, by: MEASURES[query.measure].by[0] })
  }

  function exportPlays(tx: Tx, query: ReportQuery): AsyncGenerator<PlayRow[]> {
    return readPlays(tx, { ...query, ...requireReadable(query) })
  }

  /** @throws INVALID_INPUT */
  function requireReadable({ measure, filter, ...period }: ReportQuery, by?: Dimension): Period {
    const { by: dimensions, filters } = MEASURES[measure] as { by: readonly string[]; filters: readonly string[] }
    const given = Object.entries(filter).filter(([, value]) => value !== undefined)
    const isNarrowed = given.every(([name]) => filters.includes(name))
    const clamped = clamp(period, today())
    if (!clamped || !isNarrowed || (by !== undefined && !dimensions.includes(by)))
      throw new AppError('INVALID_INPUT', { fields: {} })
    return clamped
  }

  function periodBefore(period: Period, compare: Compared['compare']): Period | undefined {
    const other = compare && comparedWith(period, compare)
    return other && isKept(other, today()) ? other : undefined
  }

  /** Several processes may run it concurrently. @param since a day that has changed since it was counted */
  async function count(since?: Temporal.PlainDate): Promise<void> {
    const at = clock.now()
    for (const table of DAY_TABLES) await countTable(db, { table, today: today(), at, since })
  }

  function countNow(): Promise<void> {
    return countStreams(db, { at: clock.now(), lapseSeconds: STREAM_LAPSE_SECONDS, daysKept: REPORT_DAYS })
  }

  /** @throws INVALID_INPUT */
  function missed({ limit, ...period }: Period & { limit: number }) {
    const clamped = clamp(period, today())
    if (!clamped) throw new AppError('INVALID_INPUT', { fields: {} })
    return readMissed(db, { ...clamped, limit })
  }

  function today(): Temporal.PlainDate {
    return hongKongDay(clock.now())
  }
}

import type { Role } from '#contract/admin/endpoint.ts'
import { type Measure, type MeasureDefinition, MEASURES } from '#contract/admin/reports.ts'
import * as endpoints from '#contract/admin/reports.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import type { Operator } from '#server/domains/operators/index.ts'
import type { PlayRow, ReportQuery, Reports } from '#server/domains/reports/index.ts'
import { consoleReports as enUS } from '#text/en_US/console-reports.ts'
import { consoleReports as zhHK } from '#text/zh_HK/console-reports.ts'
import type { CsvCell } from '#server/kit/csv.ts'
import type { Tx } from '#server/kit/db.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

const TEXTS = { zh_HK: zhHK, en_US: enUS } as const

interface Asked {
  readonly measure: Measure
  readonly from: string
  readonly until: string
  readonly filter: ReportQuery['filter']
}

const queryOf = ({ from, until, ...asked }: Asked): ReportQuery => ({
  ...asked,
  from: Temporal.PlainDate.from(from),
  until: Temporal.PlainDate.from(until),
})

/** Figures of money are for finance alone. @throws AppError NOT_ALLOWED */
function requireRole({ roles }: Operator, measure: Measure): void {
  const readers: readonly Role[] = MEASURES[measure].roles
  if (!roles.some((role) => readers.includes(role))) throw new AppError('NOT_ALLOWED')
}

/** What a key is called; itself where it has no name. */
const nameOf = (names: Readonly<Record<string, string>>, key: string): string => names[key] ?? key

async function* playRows(parts: AsyncGenerator<PlayRow[]>, language: Language): AsyncGenerator<CsvCell[][]> {
  const { columns, keys } = TEXTS[language]
  const { day, programId, title, plays, seconds } = columns
  yield [[day, programId, title, columns.region, columns.access, columns.device, plays, seconds]]
  for await (const part of parts)
    yield part.map((row): CsvCell[] => [
      row.day.toString(),
      row.programId,
      (language === 'zh_HK' ? row.titleZh : row.titleEn) ?? '',
      nameOf(keys, row.region),
      nameOf(keys, row.access),
      nameOf(keys, row.device),
      row.plays,
      row.seconds,
    ])
}

async function* cellRows(
  reports: Pick<Reports, 'exportCells'>,
  tx: Tx,
  given: { query: ReportQuery; language: Language },
) {
  const { query, language } = given
  const { columns, keys, measures } = TEXTS[language]
  const { unit, by, fold }: MeasureDefinition = MEASURES[query.measure]
  const [dimension] = by
  const cellOf = ({ value, weight }: { value: number; weight: number }): CsvCell => {
    if (unit === 'cents') return value / 100
    if (fold !== 'mean') return value
    return weight === 0 ? '' : Number((value / weight).toPrecision(6))
  }
  yield [[columns.day, ...(dimension ? [columns[dimension]] : []), measures[query.measure]]]
  const cells = await reports.exportCells(tx, query)
  yield cells.map((cell): CsvCell[] => [
    cell.day.toString(),
    ...(dimension ? [nameOf(keys, cell.key)] : []),
    cellOf(cell),
  ])
}

export const reports = bindAdmin(endpoints, ({ reports: domain }) => ({
  series: async ({ by, compare, ...asked }, { operator }) => {
    requireRole(operator, asked.measure)
    const { days, countedAt, ...found } = await domain.series({ ...queryOf(asked), by, compare })
    return { ...found, days: days.map(String), countedAt: countedAt && wireInstant(countedAt) }
  },

  top: async ({ compare, limit, ...asked }, { operator }) => {
    requireRole(operator, asked.measure)
    return { list: await domain.top({ ...queryOf(asked), compare, limit }) }
  },

  missed: async ({ from, until, limit }) => {
    const period = { from: Temporal.PlainDate.from(from), until: Temporal.PlainDate.from(until) }
    const found = await domain.missed({ ...period, limit })
    return { list: found.map(({ lastDay, ...word }) => ({ ...word, lastDay: lastDay.toString() })) }
  },

  exportReport: (asked, { operator, language }) => {
    requireRole(operator, asked.measure)
    const query = queryOf(asked)
    const isWatching = MEASURES[asked.measure].hasTop
    return {
      fileName: `${asked.measure}.csv`,
      rows: (tx) =>
        isWatching ? playRows(domain.exportPlays(tx, query), language) : cellRows(domain, tx, { query, language }),
    }
  },
}))

import { type COMPARISONS, type Fold, LINES_MAX, OTHERS, REPORT_DAYS } from '#contract/admin/reports.ts'

type Day = Temporal.PlainDate

/** Both days are included. */
export interface Period {
  readonly from: Day
  readonly until: Day
}

/** A figure of a day, or a part of it. `weight`: how much a mean was measured on. */
export interface Cell {
  readonly day: Day
  readonly key: string
  readonly value: number
  readonly weight: number
}

export interface Line {
  readonly key: string
  readonly value: number
  readonly points: number[]
}

export const daysOf = ({ from, until }: Period): Day[] =>
  Array.from({ length: Math.max(0, from.until(until).days + 1) }, (_, n) => from.add({ days: n }))

/** What is in reach of the reports and not later than today; undefined where nothing is. */
export function clamp({ from, until }: Period, today: Day): Period | undefined {
  const oldest = today.subtract({ days: REPORT_DAYS - 1 })
  const clamped = { from: later(from, oldest), until: earlier(until, today) }
  return Temporal.PlainDate.compare(clamped.from, clamped.until) > 0 ? undefined : clamped
}

const later = (one: Day, other: Day): Day => (Temporal.PlainDate.compare(one, other) > 0 ? one : other)
const earlier = (one: Day, other: Day): Day => (Temporal.PlainDate.compare(one, other) < 0 ? one : other)

/** As many days: those right before, or those of the year before. */
export function comparedWith({ from, until }: Period, comparison: (typeof COMPARISONS)[number]): Period {
  const days = from.until(until).days
  const start = comparison === 'year' ? from.subtract({ years: 1 }) : from.subtract({ days: days + 1 })
  return { from: start, until: start.add({ days }) }
}

/** A period that reaches beyond what is kept would be compared with less than itself. */
export const isKept = ({ from }: Period, today: Day): boolean =>
  Temporal.PlainDate.compare(from, today.subtract({ days: REPORT_DAYS - 1 })) >= 0

/** The figure of a period. */
export function foldCells(cells: readonly Cell[], fold: Fold): number {
  const perDay = [...Map.groupBy(cells, ({ day }) => day.toString())].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const values = perDay.map(([, ofDay]) => valueOf(ofDay, fold))
  if (fold === 'mean') return valueOf(cells, fold)
  if (fold === 'peak') return Math.max(0, ...values)
  if (fold === 'last') return values.at(-1) ?? 0
  return sum(values)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Of one day. */
function valueOf(cells: readonly Cell[], fold: Fold): number {
  const total = sum(cells.map(({ value }) => value))
  if (fold !== 'mean') return total
  const weight = sum(cells.map((cell) => cell.weight))
  return weight === 0 ? 0 : total / weight
}

/** One number for each day, 0 where there is none. */
export function pointsOf(cells: readonly Cell[], days: readonly Day[], fold: Fold): number[] {
  const perDay = Map.groupBy(cells, ({ day }) => day.toString())
  return days.map((day) => valueOf(perDay.get(day.toString()) ?? [], fold))
}

/** The largest first; those beyond `LINES_MAX` together as the last. */
export function linesOf(cells: readonly Cell[], days: readonly Day[], fold: Fold): Line[] {
  const perKey = [...Map.groupBy(cells, ({ key }) => key)]
    .map(([key, own]) => ({ key, own, value: foldCells(own, fold) }))
    .toSorted((one, other) => other.value - one.value || (one.key < other.key ? -1 : 1))
  const shown = perKey.slice(0, LINES_MAX)
  const rest = perKey.slice(LINES_MAX).flatMap(({ own }) => own)
  const lines = shown.map(({ key, own, value }) => ({ key, value, points: pointsOf(own, days, fold) }))
  if (rest.length === 0) return lines
  return [...lines, { key: OTHERS, value: foldCells(rest, fold), points: pointsOf(rest, days, fold) }]
}

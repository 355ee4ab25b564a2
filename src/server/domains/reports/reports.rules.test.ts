import { describe, expect, test } from 'vitest'
import { LINES_MAX, OTHERS } from '#contract/admin/reports.ts'
import { type Cell, clamp, comparedWith, daysOf, foldCells, isKept, linesOf, pointsOf } from './reports.rules.ts'

const dayOf = (text: string) => Temporal.PlainDate.from(text)
const periodOf = (from: string, until: string) => ({ from: dayOf(from), until: dayOf(until) })
const cell = (day: string, key: string, value: number, weight = 0): Cell => ({ day: dayOf(day), key, value, weight })
const shown = ({ from, until }: { from: Temporal.PlainDate; until: Temporal.PlainDate }) => [
  String(from),
  String(until),
]

describe('periods', () => {
  test.each([
    ['before', '2026-11-01', '2026-11-07', ['2026-10-25', '2026-10-31']],
    ['before', '2026-03-01', '2026-03-01', ['2026-02-28', '2026-02-28']],
    ['year', '2026-11-01', '2026-11-07', ['2025-11-01', '2025-11-07']],
    ['year', '2028-02-29', '2028-03-01', ['2027-02-28', '2027-03-01']],
  ] as const)('%s of %s to %s', (comparison, from, until, expected) => {
    const other = comparedWith(periodOf(from, until), comparison)
    expect(shown(other)).toEqual(expected)
    expect(daysOf(other)).toHaveLength(daysOf(periodOf(from, until)).length)
  })

  test('a period ends today at the latest and begins within reach; one that lies elsewhere is none', () => {
    const today = dayOf('2026-11-21')
    expect(shown(clamp(periodOf('2020-01-01', '2030-01-01'), today)!)).toEqual(['2025-10-18', '2026-11-21'])
    expect(clamp(periodOf('2026-12-01', '2026-12-02'), today)).toBeUndefined()
    expect(clamp(periodOf('2026-11-03', '2026-11-02'), today)).toBeUndefined()
    expect([
      isKept(periodOf('2025-10-18', '2025-10-19'), today),
      isKept(periodOf('2025-10-17', '2025-10-19'), today),
    ]).toEqual([true, false])
  })
})

const CELLS = [cell('2026-11-01', 'a', 6, 2), cell('2026-11-01', 'b', 2, 2), cell('2026-11-03', 'a', 1, 1)]

test.each([
  ['sum', 9, [8, 0, 1]],
  ['peak', 8, [8, 0, 1]],
  ['last', 1, [8, 0, 1]],
  ['mean', 9 / 5, [2, 0, 1]],
] as const)('the days of a %s', (fold, total, points) => {
  expect(foldCells(CELLS, fold)).toBe(total)
  expect(pointsOf(CELLS, daysOf(periodOf('2026-11-01', '2026-11-03')), fold)).toEqual(points)
  expect(foldCells([], fold)).toBe(0)
})

test('lines are the largest parts, and one of the rest; together they are the whole', () => {
  const days = daysOf(periodOf('2026-11-01', '2026-11-02'))
  const cells = Array.from({ length: LINES_MAX + 3 }, (_, n) => cell('2026-11-01', `key ${n}`, n + 1))
  const lines = linesOf(cells, days, 'sum')
  expect(lines.map(({ key }) => key)).toEqual([
    ...Array.from({ length: LINES_MAX }, (_, n) => `key ${LINES_MAX + 2 - n}`),
    OTHERS,
  ])
  expect(lines.reduce((sum, { value }) => sum + value, 0)).toBe(foldCells(cells, 'sum'))
  expect(lines.at(-1)).toEqual({ key: OTHERS, value: 6, points: [6, 0] })
  expect(linesOf(CELLS, days, 'sum').map(({ key }) => key)).toEqual(['a', 'b'])
})

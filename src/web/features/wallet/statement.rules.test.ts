import { expect, test } from 'vitest'
import { lapsesInDays, periodStart, readFilter } from './statement.rules.ts'

const at = (instant: string) => Date.parse(instant)

test.each([
  ['', { bucket: undefined, period: '3m' }],
  ['bucket=monthly&period=all', { bucket: 'monthly', period: 'all' }],
  ['bucket=gold&period=century', { bucket: undefined, period: '3m' }],
])('the address “%s” filters by %o', (query, filter) => {
  expect(readFilter(new URLSearchParams(query))).toEqual(filter)
})

test.each([
  ['3m', '2026-11-22T17:00:00Z', '2026-08-23'],
  ['12m', '2026-11-22T15:59:59Z', '2025-11-22'],
  ['3m', '2026-05-31T04:00:00Z', '2026-02-28'],
  ['3m', '2026-01-15T04:00:00Z', '2025-10-15'],
  ['all', '2026-01-15T04:00:00Z', undefined],
] as const)('%s before %s begins on the Hong Kong day %s', (period, now, day) => {
  expect(periodStart(period, at(now))).toBe(day)
})

test.each([
  ['2026-11-29T17:00:00Z', undefined],
  ['2026-11-29T16:59:59Z', 6],
  ['2026-11-23T17:00:00Z', 1],
  ['2026-11-23T16:00:00Z', 0],
])('credits that lapse at %s are marked: %s days', (expiresAt, days) => {
  expect(lapsesInDays(expiresAt, at('2026-11-22T17:00:00Z'))).toBe(days)
})

import { expect, test } from 'vitest'
import { filterQuery, lapsesInDays, mergeDays, periodStart, readFilter } from './statement.rules.ts'

const at = (instant: string) => Date.parse(instant)

test.each([
  ['', { bucket: undefined, kind: undefined, period: '3m' }],
  ['bucket=monthly&kind=rentals&period=all', { bucket: 'monthly', kind: 'rentals', period: 'all' }],
  ['kind=topups', { bucket: undefined, kind: 'topups', period: '3m' }],
] as const)('the address “%s” filters by %o, and is what these filters are written as', (query, filter) => {
  expect(readFilter(new URLSearchParams(query))).toEqual(filter)
  expect(new URLSearchParams(filterQuery(filter)).toString()).toBe(query)
})

test('unknown filters of an address are the defaults', () => {
  const query = new URLSearchParams('bucket=gold&kind=gifts&period=century')
  expect(readFilter(query)).toEqual({ bucket: undefined, kind: undefined, period: '3m' })
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

test('credits of one bucket that expire on one Hong Kong day are one line, in the order of spending', () => {
  const lapse = (expiresAt: string, credits: number, bucket: 'monthly' | 'recharged' = 'recharged') => ({
    bucket,
    credits,
    expiresAt,
  })
  const merged = mergeDays([
    lapse('2027-11-22T15:59:00Z', 20),
    lapse('2027-11-22T16:00:00Z', 50),
    lapse('2027-11-23T02:00:00Z', 100),
    lapse('2027-11-23T03:00:00Z', 60, 'monthly'),
    lapse('2027-11-23T04:00:00Z', 1),
  ])
  expect(merged).toEqual([
    lapse('2027-11-22T15:59:00Z', 20),
    lapse('2027-11-22T16:00:00Z', 150),
    lapse('2027-11-23T03:00:00Z', 60, 'monthly'),
    lapse('2027-11-23T04:00:00Z', 1),
  ])
})

import { expect, test } from 'vitest'
import { dueDays, periodToList } from './listings.rules.ts'

const at = (text: string) => Temporal.Instant.from(text)
const days = (until: string | undefined, now: string) => {
  const due = dueDays(until === undefined ? undefined : at(until), at(now))
  const dayOf = (instant: Temporal.Instant) => instant.toZonedDateTimeISO('Asia/Hong_Kong').toString().slice(0, 16)
  return due && [dayOf(due.from), dayOf(due.until)]
}

test.each([
  ['the first time, yesterday', undefined, '2026-11-23T06:00:00+08:00', ['2026-11-22T00:00', '2026-11-23T00:00']],
  ['not before six', undefined, '2026-11-23T05:59:59+08:00', ['2026-11-21T00:00', '2026-11-22T00:00']],
  ['nothing twice', '2026-11-23T00:00:00+08:00', '2026-11-23T23:59:59+08:00', undefined],
  [
    'what was missed',
    '2026-11-20T00:00:00+08:00',
    '2026-11-23T07:00:00+08:00',
    ['2026-11-20T00:00', '2026-11-23T00:00'],
  ],
  [
    'at most 30 days',
    '2026-01-01T00:00:00+08:00',
    '2026-11-23T07:00:00+08:00',
    ['2026-10-24T00:00', '2026-11-23T00:00'],
  ],
])('the days that are listed: %s', (_, until, now, expected) => {
  expect(days(until, now)).toEqual(expected)
})

test('a day is requested with the three before it', () => {
  const day = dueDays(undefined, at('2026-11-23T07:00:00+08:00'))!
  expect(periodToList(day)).toEqual({ from: at('2026-11-18T16:00:00Z'), until: at('2026-11-22T16:00:00Z') })
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chargeDueAt } from '../plans/index.ts'
import { cycleOf, givenUpAt, graceEnd, nextRetry, noticeDueAt } from './cycles.rules.ts'
import { hongKong } from '../../../../test/support/hong-kong.ts'

/** The last minute of a cycle, as it is shown. */
const lastMinute = (anchor: string, n: number) =>
  cycleOf(hongKong(anchor), n)
    .endsAt.subtract({ minutes: 1 })
    .toZonedDateTimeISO('Asia/Hong_Kong')
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

describe('a cycle ends when its anniversary day ends in Hong Kong', () => {
  test.each([
    ['2026-11-20T14:00', 1, '2026-12-20T23:59'],
    ['2026-11-20T00:00', 1, '2026-12-20T23:59'],
    ['2026-11-20T23:59:59', 1, '2026-12-20T23:59'],
    // The 31st falls back to a short month's last day, and returns.
    ['2026-01-31T09:00', 1, '2026-02-28T23:59'],
    ['2026-01-31T09:00', 2, '2026-03-31T23:59'],
    ['2026-01-31T09:00', 3, '2026-04-30T23:59'],
    ['2028-01-31T09:00', 1, '2028-02-29T23:59'],
    ['2026-01-29T09:00', 1, '2026-02-28T23:59'],
    ['2026-01-29T09:00', 2, '2026-03-29T23:59'],
    ['2026-12-31T23:00', 1, '2027-01-31T23:59'],
    ['2026-11-20T14:00', 12, '2027-11-20T23:59'],
  ])('of %s the cycle %i ends %s', (anchor, n, end) => {
    expect(lastMinute(anchor, n)).toBe(end)
  })

  test('the day is that of Hong Kong, not of UTC', () => {
    // 20 November in UTC is the 21st in Hong Kong.
    expect(String(cycleOf(Temporal.Instant.from('2026-11-20T16:00:00Z'), 1).endsAt)).toBe('2026-12-21T16:00:00Z')
    expect(String(cycleOf(Temporal.Instant.from('2026-11-20T15:59:59Z'), 1).endsAt)).toBe('2026-12-20T16:00:00Z')
  })
})

const anchor = fc
  .integer({ min: Date.parse('2000-01-01') / 1_000, max: Date.parse('2060-01-01') / 1_000 })
  .map((seconds) => Temporal.Instant.fromEpochMilliseconds(seconds * 1_000))
const count = fc.integer({ min: 1, max: 120 })
const days = ({ startsAt, endsAt }: ReturnType<typeof cycleOf>) => endsAt.since(startsAt).total('hours') / 24

test('cycles are contiguous, from the second of the anchor on', () => {
  fc.assert(
    fc.property(anchor, count, (at, n) => {
      expect(String(cycleOf(at, 1).startsAt)).toBe(String(at))
      expect(String(cycleOf(at, n + 1).startsAt)).toBe(String(cycleOf(at, n).endsAt))
    }),
  )
})

test('no cycle is shorter than 28 days or longer than 32, the first part-day included', () => {
  fc.assert(
    fc.property(anchor, count, (at, n) => {
      expect(days(cycleOf(at, n))).toBeGreaterThanOrEqual(28)
      expect(days(cycleOf(at, n))).toBeLessThanOrEqual(n === 1 ? 32 : 31)
    }),
  )
})

test('every cycle ends at midnight in Hong Kong, on the day of the anchor or the last of a shorter month', () => {
  fc.assert(
    fc.property(anchor, count, (at, n) => {
      const end = cycleOf(at, n).endsAt.toZonedDateTimeISO('Asia/Hong_Kong')
      expect(end.toPlainTime().toString()).toBe('00:00:00')
      const last = end.subtract({ days: 1 })
      const wanted = at.toZonedDateTimeISO('Asia/Hong_Kong').day
      expect(last.day).toBe(Math.min(wanted, last.daysInMonth))
    }),
  )
})

test('n cycles from the anchor end where they do by any way of counting', () => {
  fc.assert(
    fc.property(anchor, fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 10 }), (at, steps) => {
      // Month by month, without ever looking back at a shortened month.
      const day = at.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate()
      let month = day.toPlainYearMonth()
      let n = 0
      for (const step of steps) {
        month = month.add({ months: step })
        n += step
        const last = month.toPlainDate({ day: Math.min(day.day, month.daysInMonth) })
        const end = last.add({ days: 1 }).toZonedDateTime('Asia/Hong_Kong').toInstant()
        expect(String(cycleOf(at, n).endsAt)).toBe(String(end))
      }
    }),
  )
})

const END = hongKong('2026-12-21T00:00')

test('a charge begins 6 hours before the end of what is paid, its notice 3 days earlier', () => {
  expect(String(chargeDueAt(END))).toBe(String(hongKong('2026-12-20T18:00')))
  expect(String(noticeDueAt(chargeDueAt(END)))).toBe(String(hongKong('2026-12-17T18:00')))
})

test.each([
  ['2026-12-20T18:05', '2026-12-21T10:00'],
  ['2026-12-21T10:00', '2026-12-23T10:00'],
  ['2026-12-21T10:01', '2026-12-23T10:00'],
  ['2026-12-23T10:01', '2026-12-25T10:00'],
  ['2026-12-24T22:00', '2026-12-25T10:00'],
  ['2026-12-25T10:01', undefined],
])('a charge that failed %s is tried again %s', (failed, next) => {
  expect(nextRetry(END, hongKong(failed))?.toString()).toBe(next && hongKong(next).toString())
})

test('titles play until the end of day 5; then a plan that we charge is given up', () => {
  expect(String(graceEnd(END))).toBe(String(hongKong('2026-12-26T00:00')))
  expect(String(givenUpAt(END, 'pull'))).toBe(String(graceEnd(END)))
  expect(Temporal.Instant.compare(givenUpAt(END, 'push'), graceEnd(END))).toBe(1)
})

import { describe, expect, test } from 'vitest'
import { boundsOf, daysFrom, filmStatus, noticeAt, showtimeState, shownDay, ticketState } from './showtimes.rules.ts'
import { hongKongDay } from '#server/kit/instants.ts'

const at = (text: string) => Temporal.Instant.from(text)
const day = (text: string) => Temporal.PlainDate.from(text)
const NOW = at('2026-11-22T11:00:00Z')
const TODAY = day('2026-11-22')

test.each([
  ['the last second of a day', '2026-11-22T15:59:59Z', '2026-11-22'],
  ['midnight in Hong Kong', '2026-11-22T16:00:00Z', '2026-11-23'],
  ['a late show after midnight', '2026-11-22T17:30:00Z', '2026-11-23'],
])('%s belongs to its own day', (_, instant, expected) => {
  expect(hongKongDay(at(instant)).toString()).toBe(expected)
  const { from, until } = boundsOf(day(expected))
  expect([Temporal.Instant.compare(from, at(instant)) <= 0, Temporal.Instant.compare(at(instant), until) < 0]).toEqual([
    true,
    true,
  ])
})

test.each([
  ['before its first day', '2026-11-23', false, 'coming'],
  ['before its first day, with previews', '2026-11-23', true, 'coming'],
  ['on its first day', '2026-11-22', true, 'showing'],
  ['later', '2026-01-01', true, 'showing'],
  ['once nothing is shown any more', '2026-01-01', false, undefined],
] as const)('a film %s', (_, releaseOn, hasShowtimes, expected) => {
  expect(filmStatus({ releaseOn: day(releaseOn), hasShowtimes }, TODAY)).toBe(expected)
})

test.each([
  ['of which the cinema says nothing', 1, null, 'open'],
  ['with many seats', 1, 11, 'open'],
  ['with the last seats', 1, 10, 'few'],
  ['without a seat', 1, 0, 'full'],
  ['that begins now', 0, null, 'started'],
  ['that has begun, full or not', -1, 0, 'started'],
] as const)('a showtime %s', (_, minutes, seatsLeft, expected) => {
  expect(showtimeState({ startsAt: NOW.add({ minutes }), seatsLeft }, NOW)).toBe(expected)
})

describe('the seven days', () => {
  test.each([
    ['begin today', undefined, '2026-11-22'],
    ['begin today while showtimes begin within them', '2026-11-28', '2026-11-22'],
    ['begin with the first showtimes of a later film', '2026-11-29', '2026-11-29'],
  ])('%s', (_, first, expected) => {
    const days = daysFrom(TODAY, first === undefined ? undefined : day(first))
    expect([days.length, days[0]!.toString()]).toEqual([7, expected])
  })

  test('the first one with showtimes ahead is shown, else the first', () => {
    const days = [0, 1, 2].map((n) => ({ date: TODAY.add({ days: n }), ahead: n === 2 ? 3 : 0 }))
    expect(shownDay(days).toString()).toBe('2026-11-24')
    expect(shownDay(days.slice(0, 2)).toString()).toBe('2026-11-22')
  })
})

test('those who wait are told at ten in the morning', () => {
  expect(noticeAt(day('2026-12-03')).toString()).toBe('2026-12-03T02:00:00Z')
})

test.each([
  ['before it begins', 1, null, 'valid'],
  ['once it begins', 0, null, 'past'],
  ['that was returned', 1, NOW, 'returned'],
  ['that was returned, later', -1, NOW, 'returned'],
] as const)('a ticket %s', (_, hours, returnedAt, expected) => {
  expect(ticketState({ startsAt: NOW.add({ hours }), returnedAt }, NOW)).toBe(expected)
})

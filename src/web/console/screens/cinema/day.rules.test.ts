import { expect, test } from 'vitest'
import { copiesOf, dayAfter, isDay, spanOfDay } from './day.rules.ts'

test.each([
  ['2026-11-30', 1, '2026-12-01'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-01', -1, '2026-02-28'],
])('%s and %i days is %s', (day, days, expected) => {
  expect(dayAfter(day, days)).toBe(expected)
})

test('a day of Hong Kong ends where the next begins', () => {
  expect(spanOfDay('2026-12-31')).toEqual({ from: '2026-12-31T00:00:00+08:00', until: '2027-01-01T00:00:00+08:00' })
  expect([isDay('2026-12-31'), isDay('2026-13-31'), isDay('today'), isDay(undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

const showtime = (showtimeId: string, startsAt: string, change: object = {}) => ({
  showtimeId,
  filmId: 'night',
  cinemaId: 'harbour',
  startsAt,
  seatsLeft: 3,
  withdrawn: false,
  ...change,
})

test('a day is copied with its times, without what is withdrawn, said by the cinema, or there already', () => {
  const source = [
    showtime('a', '2026-12-08T19:10:00+08:00'),
    showtime('b', '2026-12-08T21:30:00+08:00'),
    showtime('c', '2026-12-08T23:00:00+08:00', { withdrawn: true }),
  ]
  const target = [showtime('x', '2026-12-09T11:10:00Z')]
  let made = 0
  const { records, there } = copiesOf(source, { target, to: '2026-12-09', newId: () => `new-${(made += 1)}` })
  expect(there).toBe(1)
  const { seatsLeft: _, ...copy } = showtime('new-1', '2026-12-09T21:30:00+08:00')
  expect(records).toEqual([copy])
})

import { expect, test } from 'vitest'
import { byDay, timeOfDay } from './days.rules.ts'

const watched = (watchedAt: string) => ({ watchedAt })
const NOW = Date.parse('2026-11-23T04:00:00Z')

test('days are those of Hong Kong, in the order of the list', () => {
  const list = ['2026-11-22T16:00:00Z', '2026-11-22T15:59:59Z', '2026-11-21T16:30:00Z', '2026-09-30T00:00:00Z']
  expect(byDay(list.map(watched), NOW).map(({ daysAgo, items }) => [daysAgo, items.length])).toEqual([
    [0, 1],
    [1, 2],
    [54, 1],
  ])
})

test('an empty history has no day', () => {
  expect(byDay([], NOW)).toEqual([])
})

test('times are those of Hong Kong', () => {
  expect(timeOfDay('2026-11-22T15:59:59Z')).toBe('23:59')
  expect(timeOfDay('2026-11-22T16:00:00Z')).toBe('00:00')
})

import { expect, test } from 'vitest'
import { remainingMinutes, rentalEnd } from './rentals.rules.ts'

const at = (text: string) => Temporal.Instant.from(text)
const NOW = at('2026-11-21T04:00:00.750Z')

test.each([
  [null, '2026-11-23T04:00:00Z'],
  ['2026-12-01T00:00:00Z', '2026-11-23T04:00:00Z'],
  ['2026-11-22T00:00:00Z', '2026-11-22T00:00:00Z'],
  ['2026-11-22T00:00:00.9Z', '2026-11-22T00:00:00Z'],
])('with a window until %s a rental ends at %s', (window, end) => {
  expect(rentalEnd(NOW, window === null ? null : at(window)).toString()).toBe(end)
})

test.each([
  ['2026-11-21T05:00:00Z', 59],
  ['2026-11-21T04:01:00.750Z', 1],
  ['2026-11-21T04:01:00.749Z', 0],
  ['2026-11-21T03:00:00Z', 0],
])('until %s are %i whole minutes', (end, minutes) => {
  expect(remainingMinutes(NOW, at(end))).toBe(minutes)
})

import { expect, test } from 'vitest'
import { retryAfterHold } from './holds.rules.ts'

const NOW = Temporal.Instant.from('2026-11-22T12:00:00Z')

test.each([
  ['is over', -5, 1],
  ['is over now', 0, 1],
  ['is over in five minutes', 5, 5],
  ['is over in half an hour', 30, 30],
  ['has not been answered by its provider', 180, 30],
])('what a payment holds that %s: who waits tries again', (_, expiresIn, retryIn) => {
  expect(retryAfterHold(NOW.add({ minutes: expiresIn }), NOW)).toEqual(NOW.add({ minutes: retryIn }))
})

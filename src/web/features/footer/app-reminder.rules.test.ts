import { expect, test } from 'vitest'
import { mayRemind } from './app-reminder.rules.ts'

const DAY = 24 * 3600 * 1000
const now = Date.UTC(2026, 10, 21)

test('once closed, the reminder stays away for 30 days', () => {
  expect(mayRemind(null, now)).toBe(true)
  expect(mayRemind(String(now), now)).toBe(false)
  expect(mayRemind(String(now - 30 * DAY + 1), now)).toBe(false)
  expect(mayRemind(String(now - 30 * DAY), now)).toBe(true)
})

test('a stored word that is no time does not silence it for ever', () => {
  expect(mayRemind('soon', now)).toBe(true)
})

import { expect, test } from 'vitest'
import { endOfDaysFromNow, instantOf, typedInstant } from './hong-kong.rules.ts'

test('what is typed is Hong Kong time, wherever the browser is', () => {
  expect(instantOf('2026-11-21T16:42')).toBe('2026-11-21T16:42:00+08:00')
  expect(new Date(instantOf('2026-01-01T00:00')!).toISOString()).toBe('2025-12-31T16:00:00.000Z')
})

test('an instant of Hong Kong is shown as it was typed', () => {
  expect(typedInstant('2026-11-21T16:42:00+08:00')).toBe('2026-11-21T16:42')
  expect(typedInstant('')).toBe('')
})

test.each([undefined, '', '2026-11-21', 'yesterday', '2026-11-21T16:42Z'])('%j is no time', (typed) => {
  expect(instantOf(typed)).toBeUndefined()
})

test.each([
  ['2026-11-30T15:59:59Z', '2026-12-31T00:00'],
  ['2026-11-30T16:00:00Z', '2027-01-01T00:00'],
])('thirty days from %s end at %s in Hong Kong', (now, end) => {
  expect(endOfDaysFromNow(30, Date.parse(now))).toBe(end)
})

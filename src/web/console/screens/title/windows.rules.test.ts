import { expect, test } from 'vitest'
import { spanOf } from './windows.rules.ts'

const NOW = Date.parse('2026-11-21T00:00:00Z')

test('windows and today are on one scale, in their order', () => {
  const windows = [
    { startsAt: '2026-01-01T00:00:00Z', endsAt: '2027-01-01T00:00:00Z' },
    { startsAt: '2027-01-01T00:00:00Z', endsAt: '2028-01-01T00:00:00Z' },
  ]
  const { share, ticks } = spanOf(windows, NOW)
  const shares = [windows[0]!.startsAt, new Date(NOW).toISOString(), windows[1]!.startsAt, windows[1]!.endsAt].map(
    (instant) => Number.parseFloat(share(instant).css),
  )
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares[0]).toBeGreaterThan(0)
  expect(shares.at(-1)).toBeLessThan(100)
  expect(ticks.map(({ year }) => year)).toEqual([2026, 2027, 2028])
})

test('a window without an end reaches the end of the scale', () => {
  const { share } = spanOf([{ startsAt: '2026-01-01T00:00:00Z', endsAt: null }], NOW)
  expect(share(null)).toEqual({ css: '100%', rest: '0%' })
})

test('a scale of a century has few years on it', () => {
  const { ticks } = spanOf([{ startsAt: '1990-01-01T00:00:00Z', endsAt: '2090-01-01T00:00:00Z' }], NOW)
  expect(ticks.length).toBeLessThanOrEqual(8)
})

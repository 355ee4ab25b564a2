import { expect, test } from 'vitest'
import { creditsOf, expiryOf, PACKS, priceOf } from './topups.rules.ts'

test('a credit costs HK$1', () => {
  expect(PACKS.map((pack) => [pack.packId, pack.credits, priceOf(pack)])).toEqual([
    ['credits-50', 50, 5_000],
    ['credits-100', 100, 10_000],
    ['credits-200', 200, 20_000],
    ['credits-500', 500, 50_000],
  ])
})

test.each([
  ['2026-11-21T04:00:00Z', '2027-11-21T04:00:00Z'],
  ['2027-03-01T15:59:59Z', '2028-03-01T15:59:59Z'],
  // 29 February in Hong Kong.
  ['2028-02-28T16:00:00Z', '2029-02-27T16:00:00Z'],
])('credits bought at %s expire at %s', (paidAt, expected) => {
  expect(expiryOf(Temporal.Instant.from(paidAt)).toString()).toBe(expected)
})

test.each([
  [5_000, 50],
  [4_999, 50],
  [4_901, 50],
  [4_900, 49],
  [1, 1],
])('a refund of %d cents takes back %d credits', (cents, credits) => {
  expect(creditsOf(cents)).toBe(credits)
})

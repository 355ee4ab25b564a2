import { expect, test } from 'vitest'
import { creditsOf, expiryOf, PACKS, priceOf, refundableCents } from './topups.rules.ts'

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

const NOTHING = { cents: 0, credits: 0 }

test.each([
  [5_000, NOTHING, 50],
  [4_999, NOTHING, 50],
  [4_901, NOTHING, 50],
  [4_900, NOTHING, 49],
  [1, NOTHING, 1],
  // In cryptocurrency more can be paid than the pack costs.
  [5_050, NOTHING, 50],
  [3_337, { cents: 1_663, credits: 17 }, 33],
  [63, { cents: 3_337, credits: 34 }, 0],
  [64, { cents: 3_337, credits: 34 }, 1],
])('a refund of %d cents after %j takes back %d credits', (cents, taken, credits) => {
  expect(creditsOf(cents, { credits: 50, taken })).toBe(credits)
})

test.each([
  [30, NOTHING, 3_000],
  [16, { cents: 3_337, credits: 34 }, 1_663],
  [0, { cents: 3_337, credits: 34 }, 63],
  [0, { cents: 5_050, credits: 50 }, 0],
])('%d unspent credits after %j: %d cents can be returned', (unspent, taken, cents) => {
  expect(refundableCents(unspent, taken)).toBe(cents)
})

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

const LISTED = { credits: 50, dueCents: 5_000, paidCents: 5_000 }
const OVERPAID = { ...LISTED, paidCents: 5_050 }
const HALF_PAID = { credits: 100, dueCents: 10_000, paidCents: 5_000 }
const NEARLY_UNPAID = { credits: 500, dueCents: 50_000, paidCents: 100 }
const SURPLUS = { credits: 100, dueCents: 10_000, paidCents: 15_000 }

test.each([
  [5_000, LISTED, NOTHING, 50],
  [4_999, LISTED, NOTHING, 50],
  [4_901, LISTED, NOTHING, 50],
  [4_900, LISTED, NOTHING, 49],
  [1, LISTED, NOTHING, 1],
  [3_337, LISTED, { cents: 1_663, credits: 17 }, 33],
  [63, LISTED, { cents: 3_337, credits: 34 }, 0],
  [64, LISTED, { cents: 3_337, credits: 34 }, 1],
  // In cryptocurrency more can be paid than the pack costs.
  [5_050, OVERPAID, NOTHING, 50],
  [50, OVERPAID, NOTHING, 0],
  [51, OVERPAID, NOTHING, 1],
  [5_000, SURPLUS, NOTHING, 0],
  [15_000, SURPLUS, NOTHING, 100],
  [10_000, SURPLUS, { cents: 5_000, credits: 0 }, 100],
  // An operator accepted less than the pack costs.
  [5_000, HALF_PAID, NOTHING, 100],
  [2_500, HALF_PAID, NOTHING, 50],
  [1, HALF_PAID, NOTHING, 1],
  [100, NEARLY_UNPAID, NOTHING, 500],
  // A refund of before took a credit for each HK$1.
  [4_900, HALF_PAID, { cents: 100, credits: 1 }, 99],
])('a refund of %d cents of %j after %j takes back %d credits', (cents, bought, taken, credits) => {
  expect(creditsOf(cents, { bought, taken })).toBe(credits)
})

test.each([
  [30, LISTED, NOTHING, 3_000],
  [16, LISTED, { cents: 3_337, credits: 34 }, 1_663],
  [0, LISTED, { cents: 3_337, credits: 34 }, 63],
  [0, OVERPAID, { cents: 5_050, credits: 50 }, 0],
  [0, SURPLUS, NOTHING, 5_000],
  [0, SURPLUS, { cents: 5_000, credits: 0 }, 0],
  [40, SURPLUS, NOTHING, 9_000],
  [30, HALF_PAID, NOTHING, 1_500],
  [1, NEARLY_UNPAID, NOTHING, 0],
  [500, NEARLY_UNPAID, NOTHING, 100],
])('%d unspent credits of %j after %j: %d cents can be returned', (unspent, bought, taken, cents) => {
  const refundable = refundableCents(unspent, { bought, taken })
  expect(refundable).toBe(cents)
  expect(creditsOf(refundable, { bought, taken })).toBeLessThanOrEqual(unspent)
})

import { expect, test } from 'vitest'
import { unapprovedCents, wayOf } from './operator-refunds.rules.ts'

const LIMITS = { order: 20_000, account: 30_000, operator: 100_000 }
const NOTHING = { order: 0, account: 0, operator: 0 }

test.each([
  ['of the order', { order: 19_999 }, 1],
  ['of the account', { account: 29_000 }, 1_000],
  ['of the operator', { operator: 99_000 }, 1_000],
  ['of none', {}, 20_000],
  ['that was lowered since', { account: 50_000 }, 0],
] as const)('the narrowest limit decides: that %s', (_, sums, left) => {
  expect(unapprovedCents(LIMITS, { ...NOTHING, ...sums }, 'HKD')).toBe(left)
})

test('money in another currency is refunded by two', () => {
  expect(unapprovedCents(LIMITS, NOTHING, 'USD')).toBe(0)
})

test.each([
  [20_000, false, 'alone'],
  [20_000, true, 'alone'],
  [20_001, false, 'finance'],
  [20_001, true, 'second'],
] as const)('%i cents of at most 20 000 go, with the role of finance %s, %s', (cents, isFinance, way) => {
  expect(wayOf(cents, 20_000, isFinance)).toBe(way)
})

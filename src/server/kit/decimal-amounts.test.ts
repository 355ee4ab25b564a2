import { expect, test } from 'vitest'
import { decimalOf } from './decimal-amounts.ts'

test.each([
  [0, '0.00'],
  [1, '0.01'],
  [5, '0.05'],
  [10, '0.10'],
  [99, '0.99'],
  [100, '1.00'],
  [8_800, '88.00'],
  [1_005, '10.05'],
  [100_000_000, '1000000.00'],
])('an amount of %d cents is written %s', (cents, expected) => {
  expect(decimalOf(cents)).toBe(expected)
})

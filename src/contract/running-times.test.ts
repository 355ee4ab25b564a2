import { expect, test } from 'vitest'
import { runningTimeOf } from './running-times.ts'

test.each([
  [null, 'unknown'],
  [0, '0-30'],
  [1799, '0-30'],
  [1800, '30-60'],
  [5399, '60-90'],
  [5400, '90-120'],
  [7199, '90-120'],
  [7200, '120-'],
  [1_000_000, '120-'],
])('%s seconds are of the running time %s', (seconds, expected) => {
  expect(runningTimeOf(seconds)).toBe(expected)
})

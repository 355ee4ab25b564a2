import { expect, test } from 'vitest'
import { rateOf, secondsLeft } from './upload.rules.ts'

test('the rate is of what was sent since, and a time left follows from it', () => {
  const rate = rateOf()
  const file = { size: 3_000 } as File
  expect(rate(1_000, 0)).toBeUndefined()
  expect(rate(1_100, 100)).toBeUndefined()
  expect(rate(2_000, 1_000)).toBe(1_000)
  expect(secondsLeft({ file, sent: 2_000, rate: 1_000 })).toBe(1)
  expect(secondsLeft({ file, sent: 2_000, rate: 0 })).toBeUndefined()
})

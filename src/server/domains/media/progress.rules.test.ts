import { expect, test } from 'vitest'
import { percentOf, secondsLeft } from './progress.rules.ts'

test.each([
  [{ asset: 0, step: 'probe', share: 0 }, 0],
  [{ asset: 0, step: 'encode', share: 0.5 }, 46],
  [{ asset: 0, step: 'publish', share: 1 }, 100],
  [{ asset: 0, step: 'encode', share: 7 }, 87],
] as const)('%j of a single source is %d %%', (stage, percent) => {
  expect(percentOf({ weights: [10] }, { ...stage, speed: null })).toBe(percent)
})

test('sources are weighted by size', () => {
  expect(percentOf({ weights: [1, 9] }, { asset: 1, step: 'probe', share: 0, speed: null })).toBe(10)
})

test.each([
  [50, { percent: 0, seconds: 100 }, 100],
  [60, { percent: 50, seconds: 30 }, 120],
  [0.5, { percent: 0, seconds: 100 }, null],
  [50, { percent: 0, seconds: 1 }, null],
  [100, { percent: 0, seconds: 60 }, 0],
])('%d %% since %j leaves %d s', (percent, since, left) => {
  expect(secondsLeft(percent, since)).toBe(left)
})

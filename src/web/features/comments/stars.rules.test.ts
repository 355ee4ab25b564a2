import { expect, test } from 'vitest'
import { fillsOf, percentsOf, starsAfterKey, starsAt } from './stars.rules.ts'

test.each([
  [0, 1],
  [0.05, 1],
  [0.21, 1.5],
  [0.5, 2.5],
  [0.51, 3],
  [1, 5],
  [1.2, 5],
])('a click at %s of the width gives %s stars', (share, stars) => {
  expect(starsAt(share)).toBe(stars)
})

test.each<[string, number | null, number | undefined]>([
  ['ArrowRight', null, 1],
  ['ArrowLeft', null, 1],
  ['ArrowRight', 3.5, 4],
  ['ArrowUp', 5, 5],
  ['ArrowLeft', 3.5, 3],
  ['ArrowDown', 1, 1],
  ['PageUp', 3.5, 4.5],
  ['PageDown', 1.5, 1],
  ['Home', 4, 1],
  ['End', null, 5],
  ['Tab', 3, undefined],
])('%s at %s gives %s', (key, before, after) => {
  expect(starsAfterKey(key, before)).toBe(after)
})

test.each([
  [0, [0, 0, 0, 0, 0]],
  [3.5, [1, 1, 1, 0.5, 0]],
  [4.4, [1, 1, 1, 1, 0.5]],
  [4.2, [1, 1, 1, 1, 0]],
  [5, [1, 1, 1, 1, 1]],
])('%s fills the stars %j', (score, fills) => {
  expect(fillsOf(score)).toEqual(fills)
})

test('each number of stars shows its percent of the votes; without votes there is none', () => {
  expect(percentsOf([0, 1, 1, 2, 4])).toEqual([0, 13, 13, 25, 50])
  expect(percentsOf([0, 0, 0, 0, 0])).toEqual([0, 0, 0, 0, 0])
})

import { expect, test } from 'vitest'
import { rangesOf, shownEpisodes } from './episodes.rules.ts'

const list = (count: number) => Array.from({ length: count }, (_, at) => ({ episode: at + 1 }))

test.each([
  [0, 1],
  [3, 1],
  [30, 1],
  [31, 2],
  [64, 3],
])('%s episodes stand in %s ranges', (count, ranges) => {
  expect(rangesOf(list(count))).toHaveLength(ranges)
})

test('ranges name the numbers that they hold', () => {
  expect(rangesOf(list(64)).map(({ first, last }) => [first, last])).toEqual([
    [1, 30],
    [31, 60],
    [61, 64],
  ])
})

test('three show first, then one range of all', () => {
  expect(shownEpisodes(list(12), false, 0).map((one) => one.episode)).toEqual([1, 2, 3])
  expect(shownEpisodes(list(12), true, 0)).toHaveLength(12)
  expect(shownEpisodes(list(64), true, 2).map((one) => one.episode)).toEqual([61, 62, 63, 64])
  expect(shownEpisodes(list(2), false, 0)).toHaveLength(2)
})

test('a range that is not there shows the whole list', () => {
  expect(shownEpisodes(list(5), true, 9)).toHaveLength(5)
})

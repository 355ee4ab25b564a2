import { expect, test } from 'vitest'
import { rangeAt, rangesOf, shownEpisodes } from './episodes.rules.ts'

const list = (count: number) => Array.from({ length: count }, (_, at) => ({ episode: at + 1 }))

test.each([
  [0, 1],
  [3, 1],
  [30, 1],
  [31, 2],
  [64, 3],
])('%s episodes have %s ranges', (count, ranges) => {
  expect(rangesOf(list(count))).toHaveLength(ranges)
})

test('ranges have their first and last episode numbers', () => {
  expect(rangesOf(list(64)).map(({ first, last }) => [first, last])).toEqual([
    [1, 30],
    [31, 60],
    [61, 64],
  ])
})

const shown = (count: number, view: Partial<Parameters<typeof shownEpisodes>[1]> = {}) =>
  shownEpisodes(list(count), { isOpen: false, range: 0, current: -1, ...view }).map((one) => one.episode)

test('three episodes are shown first, then a range of all', () => {
  expect(shown(12)).toEqual([1, 2, 3])
  expect(shown(12, { isOpen: true })).toHaveLength(12)
  expect(shown(64, { isOpen: true, range: 2 })).toEqual([61, 62, 63, 64])
  expect(shown(2)).toHaveLength(2)
})

test.each([
  [2, [1, 2, 3]],
  [3, [3, 4, 5]],
  [11, [10, 11, 12]],
])('the episode to resume, at %s, is among the three', (current, episodes) => {
  expect(shown(12, { current })).toEqual(episodes)
})

test('an unknown range shows the whole list', () => {
  expect(shown(5, { isOpen: true, range: 9 })).toHaveLength(5)
})

test('the range of the episode to resume', () => {
  expect([rangeAt(-1), rangeAt(29), rangeAt(30)]).toEqual([0, 0, 1])
})

import { expect, test } from 'vitest'
import { nextFocusIndex } from './roving-focus.rules.ts'

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 0, 1],
  ['ArrowDown', 3, 0],
  ['ArrowUp', -1, 3],
  ['ArrowUp', 0, 3],
  ['ArrowUp', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['Enter', 1, undefined],
] as const)('%s moves the focus from %s to %s', (key, at, to) => {
  expect(nextFocusIndex(key, { at, count: 4 })).toBe(to)
})

test('an empty menu has no next index', () => {
  expect(nextFocusIndex('ArrowDown', { at: -1, count: 0 })).toBeUndefined()
})

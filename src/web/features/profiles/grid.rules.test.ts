import { expect, test } from 'vitest'
import { columnsOf, moveInGrid } from './grid.rules.ts'

const FIVE_IN_TWOS = { count: 5, columns: 2 }

test.each([
  [0, 'ArrowRight', 1],
  [0, 'ArrowLeft', 0],
  [4, 'ArrowRight', 4],
  [0, 'ArrowDown', 2],
  [3, 'ArrowDown', 4],
  [4, 'ArrowDown', 4],
  [4, 'ArrowUp', 2],
  [1, 'ArrowUp', 1],
  [3, 'Home', 0],
  [0, 'End', 4],
  [2, 'Enter', 2],
])('from tile %i, %s leads to tile %i', (at, key, to) => expect(moveInGrid(at, key, FIVE_IN_TWOS)).toBe(to))

test('in one row, up and down lead nowhere', () => {
  expect(moveInGrid(2, 'ArrowDown', { count: 5, columns: 5 })).toBe(2)
  expect(moveInGrid(2, 'ArrowUp', { count: 5, columns: 5 })).toBe(2)
})

test.each([
  [[10, 10, 200], 2],
  [[10, 10, 10], 3],
  [[10, 200, 400], 1],
  [[], 1],
])('tiles at %j stand in %i columns', (tops, columns) => expect(columnsOf(tops)).toBe(columns))

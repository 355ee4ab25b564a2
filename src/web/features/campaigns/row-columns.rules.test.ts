import { expect, test } from 'vitest'
import { rowColumns } from './row-columns.rules.ts'

test.each([
  [2, 'portrait', 5],
  [5, 'portrait', 5],
  [6, 'portrait', 6],
  [7, 'portrait', 5],
  [10, 'portrait', 5],
  [12, 'portrait', 6],
  [1, 'landscape', 3],
  [4, 'landscape', 4],
  [5, 'landscape', 3],
  [8, 'landscape', 4],
] as const)('%d %s cards stand in %d columns', (count, shape, columns) => {
  expect(rowColumns(count, shape)).toBe(columns)
})

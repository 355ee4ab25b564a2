import { expect, test } from 'vitest'
import { edgeAt, placeOnDrop } from './row-drag.ts'

const ROWS = ['a', 'b', 'c', 'd']

function dropped(from: number, to: number): string {
  const rows = [...ROWS]
  const [row] = rows.splice(from, 1)
  return rows.toSpliced(to, 0, row!).join('')
}

test.each([
  [0, 3, 'below', 'bcda'],
  [0, 3, 'above', 'bcad'],
  [3, 0, 'above', 'dabc'],
  [3, 0, 'below', 'adbc'],
  [1, 2, 'above', 'abcd'],
  [1, 2, 'below', 'acbd'],
  [2, 1, 'below', 'abcd'],
  [2, 1, 'above', 'acbd'],
  [1, 1, 'above', 'abcd'],
  [1, 1, 'below', 'abcd'],
] as const)('row %i dropped on row %i, %s', (from, onto, edge, order) => {
  expect(dropped(from, placeOnDrop(from, onto, edge))).toBe(order)
})

test('the edge is that of the half under the pointer', () => {
  const box = { top: 100, height: 40 }
  expect([100, 119, 120, 139].map((y) => edgeAt(box, y))).toEqual(['above', 'above', 'below', 'below'])
})

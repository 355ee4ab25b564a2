import { expect, test } from 'vitest'
import { scrollEnds } from './scroll-row.rules.ts'

test.each([
  ['everything fits: no arrow', 0, 800, true, true],
  ['a rounded px is not worth an arrow', 0, 806, true, true],
  ['at the beginning of a long row', 0, 2400, true, false],
  ['in its middle', 700, 2400, false, false],
  ['at its end', 1600, 2400, false, true],
] as const)('a row has an arrow where it goes on: %s', (...[, scrollLeft, scrollWidth, start, end]) => {
  expect(scrollEnds({ scrollLeft, clientWidth: 800, scrollWidth })).toEqual({ start, end })
})

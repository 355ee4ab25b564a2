import { expect, test } from 'vitest'
import { mayAdvance, reachesTop, slideAfter } from './billboard.rules.ts'

const still = { count: 5, paused: false, attended: false, hidden: false }

test('the slides advance automatically', () => {
  expect(mayAdvance(still)).toBe(true)
})

test.each([{ paused: true }, { attended: true }, { hidden: true }, { count: 1 }, { count: 0 }])(
  'they do not move when %o',
  (change) => {
    expect(mayAdvance({ ...still, ...change })).toBe(false)
  },
)

test('the slides wrap around', () => {
  expect(slideAfter(4, 1, 5)).toBe(0)
  expect(slideAfter(0, -1, 5)).toBe(4)
  expect(slideAfter(0, 1, 0)).toBe(0)
})

test.each([
  [{ x: 62, y: 0 }, true],
  [{ x: 62, y: 14 }, true],
  [{ x: 62, y: 15 }, false],
  [{ x: 0, y: 58 }, false],
  [undefined, false],
])('a subject at %o reaches the upper edge: %s', (focus, expected) => {
  expect(reachesTop(focus)).toBe(expected)
})

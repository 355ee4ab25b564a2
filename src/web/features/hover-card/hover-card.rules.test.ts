import { expect, test } from 'vitest'
import { cardWidth, mayOpen, positionCard } from './hover-card.rules.ts'

test.each([
  [120, 300],
  [234, 300],
  [306, 392],
])('over a card of %s px the hover card is %s px wide', (anchor, width) => {
  expect(cardWidth(anchor)).toBe(width)
})

const screen = { width: 1440, height: 900 }
const card = { width: 392, height: 420 }

test.each([
  ['in the middle', { left: 600, top: 400, width: 306, height: 172 }, { left: 557, top: 276 }],
  ['at the left edge', { left: 0, top: 400, width: 306, height: 172 }, { left: 12, top: 276 }],
  ['at the right edge', { left: 1300, top: 400, width: 306, height: 172 }, { left: 1036, top: 276 }],
  ['at the upper edge', { left: 600, top: 20, width: 306, height: 172 }, { left: 557, top: 12 }],
  ['at the lower edge', { left: 600, top: 860, width: 306, height: 172 }, { left: 557, top: 468 }],
])('%s the hover card stays inside the screen', (_, anchor, position) => {
  expect(positionCard(anchor, card, screen)).toEqual(position)
})

test('on a screen lower than the hover card its top is visible', () => {
  expect(positionCard({ left: 0, top: 0, width: 100, height: 100 }, card, { width: 320, height: 300 })).toEqual({
    left: 12,
    top: 12,
  })
})

test.each([
  [{ orderURL: '/o' }, 'normal', null, true],
  [undefined, 'normal', null, false],
  [{ orderURL: '/o' }, 'normal', 'off', false],
  [{ orderURL: '/o' }, 'children', null, false],
  [{ orderURL: '/o', previewURL: '/p/a/b.mp4' }, 'children', null, true],
] as const)(
  'the hover card opens, or not, with trailer %o in %s mode and setting %s',
  (...[trailer, pattern, setting, opens]) => {
    expect(mayOpen({ trailer }, { pattern, setting })).toBe(opens)
  },
)

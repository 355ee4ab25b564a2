import { expect, test } from 'vitest'
import { raiseAbove } from './toast-place.rules.ts'

const TOAST = { top: 740, bottom: 800, left: 40, right: 350 }
const box = (top: number, bottom: number, left = 60, right = 300) => ({ top, bottom, left, right })

test.each([
  ['no button', [], 0],
  ['a button well above it', [box(600, 650)], 0],
  ['a button beside it', [box(740, 800, 360, 400)], 0],
  ['a button that it covers', [box(750, 802)], 58],
  ['a button that it would touch', [box(690, 735)], 118],
  ['a button whose edge it covers', [box(790, 840)], 18],
  ['two rows of buttons', [box(750, 802), box(690, 738)], 118],
  ['a gap between buttons that is high enough', [box(750, 802), box(600, 660)], 58],
  ['buttons all the way up', [box(10, 800)], undefined],
] as const)('%s: the toast moves up by %j', (...[, boxes, raised]) => {
  expect(raiseAbove(TOAST, boxes)).toBe(raised)
})

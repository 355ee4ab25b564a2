import { expect, test } from 'vitest'
import { clearBottom, letterboxOf } from './place-cues.rules.ts'

const block = { left: 40, right: 350, top: 500, bottom: 700 }
const offer = { left: 250, right: 380, top: 680, bottom: 724 }
const buttons = { left: 80, right: 310, top: 386, bottom: 458 }

test.each([
  ['nothing is in the way', block, [], 700],
  ['an offer stands beside the captions', { ...block, right: 240 }, [offer], 700],
  ['an offer is touched', block, [offer], 672],
  ['the buttons are well above', block, [buttons], 700],
  ['the buttons are touched', { ...block, top: 440 }, [buttons], 378],
  ['clear of the offer the buttons are touched', { ...block, top: 480 }, [buttons, offer], 378],
  ['the captions end above the buttons', { ...block, top: 200, bottom: 370 }, [buttons], 370],
] as const)('where %s', (_, captions, obstacles, bottom) => {
  expect(clearBottom(captions, obstacles)).toBe(bottom)
})

test.each([
  ['a phone held upright', [1920, 1080], [390, 844], 312.3125],
  ['a cinema picture on it', [1920, 804], [390, 844], 340.34375],
  ['an upright picture that fills it', [1080, 2400], [390, 844], 0],
  ['a phone that is turned', [1920, 1080], [844, 390], 0],
  ['a desktop with black at the sides', [1440, 1080], [1440, 900], 0],
  ['a picture that is not known yet', [0, 0], [390, 844], 0],
])('%s leaves black above and below the picture', (...[, picture, window, black]) => {
  const size = ([width, height]: number[]) => ({ width: width!, height: height! })
  expect(letterboxOf(size(picture), size(window))).toBeCloseTo(black)
})

import { expect, test } from 'vitest'
import { clearBottom } from './place-cues.rules.ts'

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

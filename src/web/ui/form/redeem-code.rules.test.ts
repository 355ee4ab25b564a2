import { describe, expect, test } from 'vitest'
import {
  deleteInCode,
  fitsBoxes,
  groupAt,
  groupedCode,
  plainCode,
  readCode,
  type TypedCode,
} from './redeem-code.rules.ts'

/** `|` is the caret. */
const at = (marked: string): TypedCode => ({ text: marked.replace('|', ''), caret: marked.indexOf('|') })
const shown = ({ text, caret }: TypedCode) => `${text.slice(0, caret)}|${text.slice(caret)}`

test.each([
  ['hbgc7q2km84t9xrd', 'HBGC7Q2KM84T9XRD'],
  [' HBGC-7q2k m84t–9xrd ', 'HBGC7Q2KM84T9XRD'],
  ['ＨＢＧＣ　７Ｑ２Ｋ', 'HBGC7Q2K'],
  ['x'.repeat(80), 'X'.repeat(60)],
])('%j means %s', (typed, plain) => {
  expect(plainCode(typed)).toBe(plain)
})

test.each([
  ['', ''],
  ['hbg', 'HBG'],
  ['hbgc', 'HBGC'],
  ['hbgc7', 'HBGC-7'],
  ['HBGC7Q2KM84T9XRD', 'HBGC-7Q2K-M84T-9XRD'],
  ['hgc20262026202620262', 'HGC2-0262-0262-0262-0262'],
  ['HGC_2026/x', 'HGC_2026/X'],
])('%j is shown as %j', (typed, text) => {
  expect(groupedCode(typed)).toBe(text)
})

test('the boxes take our own codes only', () => {
  expect(fitsBoxes('HBGC-7Q2K-M84T-9XRD')).toBe(true)
  expect(fitsBoxes('HBGC-7Q2K-M84T-9XRD-1')).toBe(false)
  expect(fitsBoxes('HGC_2026')).toBe(false)
})

describe('the caret stays after the same characters', () => {
  test.each([
    ['hbgc7|', 'HBGC-7|'],
    ['hbgc|', 'HBGC|'],
    ['HBXGC-7Q2|K', 'HBXG-C7Q2|-K'],
    ['HBX|GC-7Q2K', 'HBX|G-C7Q2-K'],
    ['hbgc 7q2k m84t 9xrd|', 'HBGC-7Q2K-M84T-9XRD|'],
  ])('%s is shown as %s', (typed, text) => {
    expect(shown(readCode(at(typed)))).toBe(text)
  })
})

describe('a deletion', () => {
  test.each([
    // Backspace at the start of a group: the browser has taken the hyphen.
    ['HBGC-7Q2K', 'HBGC|7Q2K', false, 'HBG|7-Q2K'],
    ['HBGC-7', 'HBGC|7', false, 'HBG|7'],
    // The Delete key at the end of a group.
    ['HBGC-7Q2K', 'HBGC|7Q2K', true, 'HBGC|-Q2K'],
    ['HBGC-7Q2K', 'HBGC-7Q2|', false, 'HBGC-7Q2|'],
    ['HBGC-7', 'HBGC-|', false, 'HBGC|'],
  ])('%s, then %s (forward: %s), is %s', (former, edited, forward, text) => {
    expect(shown(deleteInCode(former, at(edited), { forward }))).toBe(text)
  })
})

test.each([
  ['', 0, 0],
  ['HBG', 3, 0],
  ['HBGC', 4, 1],
  ['HBGC-7Q2K', 2, 0],
  ['HBGC-7Q2K-M84T-9XRD', 19, 3],
])('in %j the caret at %i is in group %i', (text, caret, group) => {
  expect(groupAt(text, caret)).toBe(group)
})

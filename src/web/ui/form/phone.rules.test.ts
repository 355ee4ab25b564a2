import { expect, test } from 'vitest'
import { caretIn, digitsBeforeCaret, isWholeNumber, readNumber } from './phone.rules.ts'

const CODES = ['852', '853']

test.each([
  ['', '', undefined],
  ['9', '9', undefined],
  ['9123', '9123', undefined],
  ['91234', '9123 4', undefined],
  ['9123 4567', '9123 4567', undefined],
  ['9123-4567', '9123 4567', undefined],
  ['９１２３４５６７', '9123 4567', undefined],
  ['+852 9123 4567', '9123 4567', '852'],
  ['+85391234567', '9123 4567', '853'],
  ['85391234567', '9123 4567', '853'],
  ['00852 9123 4567', '9123 4567', '852'],
  [' (+852) 91234567', '9123 4567', '852'],
])('%j is shown as %j, region %s', (typed, text, areaCode) => {
  expect(readNumber(typed, CODES)).toEqual({ text, areaCode })
})

test('a number that begins like an area code is still typed through', () => {
  expect(readNumber('8529123', CODES)).toEqual({ text: '8529 123', areaCode: undefined })
  expect(readNumber('85291234', CODES)).toEqual({ text: '8529 1234', areaCode: undefined })
})

test.each(['+', '+852', '+852 9123', '+1 555 1234', '0044 20'])('%j stays as it is until it is whole', (typed) => {
  expect(readNumber(typed, CODES)).toEqual({ text: typed, areaCode: undefined })
})

test('digits too many are not cut off silently', () => {
  const { text } = readNumber('912345678', CODES)
  expect(text).toBe('9123 45678')
  expect(isWholeNumber(text)).toBe(false)
})

/** What a key does to `text` with the caret at `at`; `|` is the caret. */
function typeKey(shown: string, edit: (before: string, after: string) => string) {
  const [before = '', after = ''] = shown.split('|')
  const [left = '', right = ''] = edit(before, after).split('|')
  const { text } = readNumber(left + right, CODES)
  const caret = caretIn(text, digitsBeforeCaret(left + right, left.length, text))
  return `${text.slice(0, caret)}|${text.slice(caret)}`
}

test.each([
  ['a digit in the middle moves the group, and the caret stays behind it', '91|23 456', '917|2 3456', '7'],
  ['the fifth digit is typed past the gap', '9123|', '9123 4|', '4'],
])('%s', (_rule, shown, wanted, key) => {
  expect(typeKey(shown, (before, after) => `${before}${key}|${after}`)).toBe(wanted)
})

test('Backspace right of the gap steps over it, and the next one deletes', () => {
  const once = typeKey('9123 |4567', (before, after) => `${before.slice(0, -1)}|${after}`)
  expect(once).toBe('9123| 4567')
  expect(typeKey(once, (before, after) => `${before.slice(0, -1)}|${after}`)).toBe('912|4 567')
})

test('after a paste with an area code the caret stands at the end', () => {
  expect(typeKey('|', () => '+852 9123 4567|')).toBe('9123 4567|')
})

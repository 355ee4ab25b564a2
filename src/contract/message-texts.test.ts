import { expect, test } from 'vitest'
import { fillText, hasOnly, hasPlaceholders } from './message-texts.ts'

test.each([
  ['{brand}: {code}', true],
  ['{code} {brand} {code}', true],
  ['{brand}: your code', false],
  ['{brand}: {code} {password}', false],
  ['{brand}: {Code}', false],
  ['{brand}: { code }', false],
  ['', false],
])('a text that says %j has brand and code, and nothing else: %s', (text, expected) => {
  expect(hasPlaceholders(text, ['brand', 'code'])).toBe(expected)
})

test('a subject may leave out what the body says, and names nothing else', () => {
  expect(hasOnly('Hello', ['brand', 'code'])).toBe(true)
  expect(hasOnly('{code}: {brand}', ['brand', 'code'])).toBe(true)
  expect(hasOnly('{password}', ['brand', 'code'])).toBe(false)
})

test('a value is filled in once, whatever it holds', () => {
  expect(fillText('{brand}: {code} {none}', { brand: '{code}', code: '1' })).toBe('{code}: 1 {none}')
})

import { expect, test } from 'vitest'
import { COMMENT_LENGTH, commentLength, normalizeComment } from './comments.ts'

test.each([
  ['a non-joiner after spaces', 'h', '\u200C '],
  ['a joiner on a line', 'h', '\u200D\n'],
  ['a joiner', 'h', '\u200D'],
  ['a variation selector after spaces', 'h', ' \uFE0F'],
  ['tags', 'h', '\u{E0061}'],
  ['a Mongolian vowel separator', 'x', '\u180E'],
  ['an Arabic letter mark', 'x', '\u061C'],
  ['a grapheme joiner', 'x', ' \u034F'],
  ['a noncharacter', 'x', '\uFFFF'],
  ['a musical beam', 'x', '\u{1D173}'],
  ['a note without a head', 'x', '\u{1D159}'],
  ['a private character', 'x', '\uE000'],
  ['an unassigned character', 'x', '\u0378'],
  ['an empty Braille cell', 'x', '\u2800'],
  ['a Hangul filler', 'x', '\u3164'],
  ['half a character', 'x', '\uD800'],
])('%s, sixty times, does not make a comment long enough', (_, first, repeated) => {
  expect(commentLength(first + repeated.repeat(60))).toBeLessThanOrEqual(2)
  expect(commentLength(`${first + repeated.repeat(60)}x`)).toBeLessThan(COMMENT_LENGTH.min)
})

test.each([
  '👨‍👩‍👧‍👦',
  '❤️‍🔥',
  '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  '👍🏽',
  '🇭🇰',
  '1️⃣',
  '葛\u{E0100}',
  'क्\u200Dष',
])('%s is kept as it is, and counts one', (character) => {
  expect(normalizeComment(character)).toBe(character)
  expect(commentLength(character.repeat(3))).toBe(3)
})

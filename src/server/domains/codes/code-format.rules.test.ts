import { describe, expect, test } from 'vitest'
import { derivedCode, formatCode, newCode, normalizeCode } from './code-format.rules.ts'

const KEY = Buffer.alloc(32, 7)
const CODES = Array.from({ length: 50 }, (_, n) => derivedCode(KEY, `order ${n}`))
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

test('a code has 16 characters of which none is mistaken for another, and is read back', () => {
  for (const code of [...CODES, ...Array.from({ length: 50 }, newCode)]) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
    expect(normalizeCode(code)).toBe(code)
    expect(normalizeCode(formatCode(code))).toBe(code)
  }
})

test('codes are random, and those of gift cards are made again from the order and the key', () => {
  expect(new Set(Array.from({ length: 1_000 }, newCode)).size).toBe(1_000)
  expect(derivedCode(KEY, 'order')).toBe(derivedCode(KEY, 'order'))
  expect(derivedCode(KEY, 'order')).not.toBe(derivedCode(KEY, 'another'))
  expect(derivedCode(KEY, 'order')).not.toBe(derivedCode(Buffer.alloc(32, 8), 'order'))
})

test.each([
  ['in groups', 'ABCD-EFGH'],
  ['in small letters', 'abcdefgh'],
  ['with spaces', ' ABCD EFGH '],
  ['with another dash', 'ABCD–EFGH'],
  ['in full-width characters', 'ＡＢＣＤＥＦＧＨ'],
])('is read %s', (_how, head) => {
  const plain = 'ABCDEFGH'
  // The first half is given; the rest is searched so that the check character fits.
  const code = [...ALPHABET].map((last) => `${plain}0123456${last}`).find((one) => normalizeCode(one) === one)!
  expect(normalizeCode(`${head}-${code.slice(8)}`)).toBe(code)
})

test('O is read as 0, and I and L as 1', () => {
  const code = [...ALPHABET].map((last) => `011000111000111${last}`).find((one) => normalizeCode(one) === one)!
  const typed = code.replaceAll('0', 'o').replace('1', 'l').replace('1', 'I')
  expect(normalizeCode(typed)).toBe(code)
})

describe('is wrong', () => {
  test('with any one character changed', () => {
    for (const code of CODES.slice(0, 5)) {
      for (let at = 0; at < code.length; at++) {
        for (const other of ALPHABET) {
          const changed = code.slice(0, at) + other + code.slice(at + 1)
          expect(normalizeCode(changed)).toBe(other === code[at] ? code : undefined)
        }
      }
    }
  })

  test('with any two different characters exchanged', () => {
    for (const code of CODES) {
      for (let one = 0; one < code.length; one++) {
        for (let other = one + 1; other < code.length; other++) {
          const characters = [...code]
          ;[characters[one], characters[other]] = [characters[other]!, characters[one]!]
          const isSame = code[one] === code[other]
          expect(normalizeCode(characters.join('')) === undefined).toBe(!isSame)
        }
      }
    }
  })

  test.each(['', 'ABCD', 'U'.repeat(16), '*'.repeat(16), '0'.repeat(17), '密碼'])('%j', (typed) => {
    expect(normalizeCode(typed)).toBeUndefined()
  })
})

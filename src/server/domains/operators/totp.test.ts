import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeAt, newTotpSecret, otpauthUri, stepOfCode } from './totp.ts'

/** RFC 6238, appendix B: the last six of its eight digits, of SHA-1. */
const RFC_SECRET = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('at second %i of the standard the code is %s', (seconds, code) => {
  expect(codeAt(RFC_SECRET, seconds * 1000)).toBe(code)
  expect(stepOfCode(RFC_SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('a code is taken one step before and after its own, as that of its own', () => {
  const now = fc.integer({ min: 1_700_000_000, max: 2_000_000_000 })
  fc.assert(
    fc.property(now, fc.integer({ min: -3, max: 3 }), (seconds, off) => {
      const secret = newTotpSecret()
      const own = Math.floor(seconds / 30)
      const code = codeAt(secret, (own + off) * 30_000)
      const found = stepOfCode(secret, code, seconds * 1000)
      // Two steps have one code about once in 200 000 tries.
      const isRight =
        Math.abs(off) <= 1
          ? found !== undefined && found >= own + off
          : found === undefined || codeAt(secret, found * 30_000) === code
      expect(isRight).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test.each(['', '12345', '1234567', 'abcdef'])('%j is no code', (code) => {
  expect(stepOfCode(RFC_SECRET, code, 59_000)).toBeUndefined()
})

test('of a code that is that of two steps the newer one counts', () => {
  // Found by trying some two million keys.
  const secret = Buffer.from('00000000000002373574')
  expect([codeAt(secret, 30_000), codeAt(secret, 60_000)]).toEqual(['116815', '116815'])
  expect(stepOfCode(secret, '116815', 60_000)).toBe(2)
})

test('the address for authenticator apps names issuer, account and key', () => {
  const url = new URL(otpauthUri(RFC_SECRET, { issuer: '港映', email: 'ann@harbour.test' }))
  expect(url.protocol).toBe('otpauth:')
  expect(decodeURIComponent(url.pathname)).toContain('港映:ann@harbour.test')
  expect(url.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})

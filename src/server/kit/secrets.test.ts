import { expect, test } from 'vitest'
import { keyedHash, newToken, sameHash, tokenHash } from './secrets.ts'

test('tokens have 32 bytes and differ', () => {
  const tokens = new Set(Array.from({ length: 50 }, newToken))
  expect(tokens.size).toBe(50)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(tokenHash('a')).not.toEqual(tokenHash('b'))
})

test('a keyed hash separates its parts', () => {
  const key = Buffer.from('k')
  expect(keyedHash(key, 'ab', 'c')).not.toEqual(keyedHash(key, 'a', 'bc'))
})

test('no hash is the same as none, as a shorter one, or as another', () => {
  const hash = tokenHash('a')
  expect([null, hash.subarray(1), tokenHash('b'), tokenHash('a')].map((other) => sameHash(hash, other))).toEqual([
    false,
    false,
    false,
    true,
  ])
})

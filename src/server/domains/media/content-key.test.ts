import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newContentKey, unwrapKey, wrapKey } from './content-key.ts'

const masterKey = randomBytes(32)

test('a wrapped key unwraps to the original and does not contain it', () => {
  const key = newContentKey()
  const wrapped = wrapKey(key, { masterKey, assetId: 'a' })
  expect(unwrapKey(wrapped, { masterKey, assetId: 'a' })).toEqual(key)
  expect(wrapped.includes(key)).toBe(false)
  expect(wrapKey(key, { masterKey, assetId: 'a' })).not.toEqual(wrapped)
})

test.each([
  ['another master key', { masterKey: randomBytes(32), assetId: 'a' }],
  ['another asset', { masterKey, assetId: 'b' }],
])('%s fails to unwrap a key', (_, wrap) => {
  const wrapped = wrapKey(newContentKey(), { masterKey, assetId: 'a' })
  expect(() => unwrapKey(wrapped, wrap)).toThrow('authenticate')
})

test('a modified wrapped key fails to unwrap', () => {
  const wrapped = wrapKey(newContentKey(), { masterKey, assetId: 'a' })
  wrapped[wrapped.length - 1]! ^= 1
  expect(() => unwrapKey(wrapped, { masterKey, assetId: 'a' })).toThrow('authenticate')
})

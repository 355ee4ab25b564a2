import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodingFor, matches, compressAnswer, variantsOf } from './encodings.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br;q=0.5, gzip;q=1.0', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity, gzip;q=0.5', 'identity'],
  ['GZIP', 'gzip'],
  ['deflate', 'identity'],
  ['br;q=nonsense', 'identity'],
])('Accept-Encoding %j is answered with %s', (accept, encoding) => {
  expect(encodingFor(accept)).toBe(encoding)
  expect(encodingFor(accept)).toBe(encoding)
})

test('text is compressed once in each encoding, when it is first needed, each under its own strong validator', async () => {
  const text = Buffer.from('港映 '.repeat(500))
  const variants = variantsOf(text, 'answer')
  expect(variants.ready('br')).toBeUndefined()
  const [br, brAgain] = await Promise.all([variants.load('br'), variants.load('br')])
  const [identity, gzip] = [await variants.load('identity'), await variants.load('gzip')]
  expect(brAgain).toBe(br)
  expect(variants.ready('br')).toBe(br)
  expect(await variants.load('br')).toBe(br)
  expect(gunzipSync(gzip.bytes).equals(text)).toBe(true)
  expect(brotliDecompressSync(br.bytes).equals(text)).toBe(true)
  expect(new Set([identity.etag, gzip.etag, br.etag]).size).toBe(3)
  for (const { etag } of [identity, gzip, br]) expect(etag).toMatch(/^"[\w-]+"$/)
  expect(await variantsOf(text, 'answer').load('gzip')).toEqual(gzip)
})

test('a body that is small or does not shrink is sent uncompressed', async () => {
  const small = variantsOf(Buffer.from('small'), 'answer')
  expect(small.ready('br')).toBe(small.identity)
  const noise = crypto.getRandomValues(Buffer.alloc(2_000))
  const random = variantsOf(noise, 'answer')
  expect(await random.load('gzip')).toBe(random.identity)
  expect(await compressAnswer(Buffer.from('small'), 'br')).toEqual({
    encoding: 'identity',
    bytes: Buffer.from('small'),
  })
})

test('a small file is compressed, since a page loads many; a small response is not', async () => {
  const bytes = Buffer.from('export const one = 1\n'.repeat(20))
  expect(await variantsOf(bytes, 'file').load('br')).toMatchObject({ encoding: 'br' })
  expect(await variantsOf(bytes, 'answer').load('br')).toMatchObject({ encoding: 'identity' })
})

test.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
])('If-None-Match %j is compared with the entity tag', (header, expected) => {
  expect(matches(header, '"a"')).toBe(expected)
})

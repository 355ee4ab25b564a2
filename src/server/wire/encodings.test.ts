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

test('text is compressed once in each encoding, each under its own strong validator', async () => {
  const text = Buffer.from('港映 '.repeat(500))
  const { identity, gzip, br } = await variantsOf(text, 'answer')
  expect(gunzipSync(gzip.bytes).equals(text)).toBe(true)
  expect(brotliDecompressSync(br.bytes).equals(text)).toBe(true)
  expect(new Set([identity.etag, gzip.etag, br.etag]).size).toBe(3)
  for (const { etag } of [identity, gzip, br]) expect(etag).toMatch(/^"[\w-]+"$/)
  expect(await variantsOf(text, 'answer')).toEqual({ identity, gzip, br })
})

test('what is small or does not shrink goes out as it is', async () => {
  const small = await variantsOf(Buffer.from('small'), 'answer')
  expect(small.br).toBe(small.identity)
  const noise = crypto.getRandomValues(Buffer.alloc(2_000))
  const random = await variantsOf(noise, 'answer')
  expect(random.gzip).toBe(random.identity)
  expect(await compressAnswer(Buffer.from('small'), 'br')).toEqual({
    encoding: 'identity',
    bytes: Buffer.from('small'),
  })
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

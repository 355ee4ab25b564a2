import { expect, test } from 'vitest'
import { formatsFor, readImagePath, readWidth, widthFor, widthsOf } from './images.rules.ts'

const CHROMIUM = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'

test.each([
  [CHROMIUM, ['avif', 'webp', 'jpg']],
  ['image/webp,*/*', ['webp', 'jpg']],
  ['image/avif', ['avif', 'jpg']],
  ['IMAGE/AVIF ; q=0.5', ['avif', 'jpg']],
  ['image/avif;q=0,image/webp', ['webp', 'jpg']],
  ['image/avif;q=0.000', ['jpg']],
  ['image/*', ['jpg']],
  ['*/*', ['jpg']],
  ['image/png', ['jpg']],
  ['text/html', ['jpg']],
  ['', ['jpg']],
  [undefined, ['jpg']],
])('Accept: %s', (accept, formats) => {
  expect(formatsFor(accept, false)).toEqual(formats)
})

test('an image with transparency falls back to PNG', () => {
  expect(formatsFor('*/*', true)).toEqual(['png'])
})

test.each([
  [1920, [160, 240, 320, 480, 640, 960, 1280, 1920]],
  [4000, [160, 240, 320, 480, 640, 960, 1280, 1920]],
  [600, [160, 240, 320, 480, 640]],
  [640, [160, 240, 320, 480, 640]],
  [641, [160, 240, 320, 480, 640, 960]],
  [100, [160]],
])('an image %i px wide has the sizes %o', (source, sizes) => {
  expect(widthsOf(source)).toEqual(sizes)
})

test('a requested width above the source is clamped; without one the largest is served', () => {
  expect(widthFor(600, 1920)).toBe(640)
  expect(widthFor(600, undefined)).toBe(640)
  expect(widthFor(600, 320)).toBe(320)
  expect(widthFor(5000, undefined)).toBe(1920)
})

test.each(['0', '1', '319', '321', '4000', '-160', '160.0', '1e3', ' 160', '160px', '', ['160', '320'], 'NaN'])(
  'rejects w=%s',
  (value) => expect(readWidth(value)).toBeNull(),
)

test('accepts listed widths and an absent w', () => {
  expect(readWidth('160')).toBe(160)
  expect(readWidth(undefined)).toBeUndefined()
})

const hash = '0123456789abcdef01234567'

test('reads hash and name from an image path', () => {
  expect(readImagePath(`/i/${hash}/neon-poster`)).toEqual({ hash, name: 'neon-poster' })
})

test.each([
  `/i/${hash}`,
  `/i/${hash}/`,
  `/i/${hash}/..`,
  `/i/${hash}/.x`,
  `/i/${hash}/a/b`,
  `/i/${hash}/a%2fb`,
  `/i/${hash}/UPPER`,
  `/i/${hash}/${'a'.repeat(65)}`,
  `/i/${hash.toUpperCase()}/a`,
  `/i/${hash}0/a`,
  `/i/../a`,
])('rejects the path %s', (path) => expect(readImagePath(path)).toBeNull())

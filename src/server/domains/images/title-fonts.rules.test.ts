import { expect, test } from 'vitest'
import { fontCss, glyphsOf, readFontPath, titleFontUrl } from './title-fonts.rules.ts'

test('glyphs are unique and sorted', () => {
  expect(glyphsOf('霓虹·霓虹 B A')).toBe(' AB·虹霓')
  expect(glyphsOf('e\u0301\u200bx\n')).toBe(' xé')
  expect([...glyphsOf(String.fromCodePoint(...Array.from({ length: 900 }, (_, n) => 0x4e00 + n)))]).toHaveLength(200)
})

test('a character outside the Basic Multilingual Plane is one glyph', () => {
  expect([...glyphsOf('𨋢𨋢')]).toEqual(['𨋢'])
})

test('the URL depends on the set of glyphs only', () => {
  expect(titleFontUrl('霓虹')).toMatch(/^\/f\/[0-9a-f]{24}\.css$/)
  expect(titleFontUrl('霓虹')).toBe(titleFontUrl('虹霓霓'))
  expect(titleFontUrl('霓虹')).not.toBe(titleFontUrl('霓紅'))
  expect(titleFontUrl(' \n')).toBeUndefined()
})

const hash = '0123456789abcdef01234567'

test('style sheet and font files share a path prefix', () => {
  expect(readFontPath(`/f/${hash}.css`)).toMatchObject({ hash, key: `f/${hash}.css` })
  expect(readFontPath(`/f/${hash}-12.woff2`)).toMatchObject({
    hash,
    key: `f/${hash}-12.woff2`,
    contentType: 'font/woff2',
  })
})

test.each([
  `/f/${hash}`,
  `/f/${hash}.CSS`,
  `/f/${hash}-.woff2`,
  `/f/${hash}-123.woff2`,
  `/f/../${hash}.css`,
  `/f/${hash}.css/`,
  `/f/x.css`,
])('rejects the path %s', (path) => expect(readFontPath(path)).toBeNull())

test('@font-face declares its unicode-range and font-display: optional', () => {
  const css = fontCss(hash, [
    { unicodeRange: 'U+41', woff2: new Uint8Array() },
    { unicodeRange: 'U+9713,U+8679', woff2: new Uint8Array() },
  ])
  expect(css.match(/@font-face/g)).toHaveLength(2)
  expect(css.match(/font-display:optional/g)).toHaveLength(2)
  expect(css).toContain(`font-family:"Harbour Title";font-style:normal;font-weight:800`)
  expect(css).toContain(`url(/f/${hash}-1.woff2) format("woff2");unicode-range:U+9713,U+8679}`)
})

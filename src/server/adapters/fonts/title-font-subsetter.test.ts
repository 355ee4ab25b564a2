import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { expect, test } from 'vitest'
import { glyphsOf, TITLE_FACE } from '#server/domains/images/title-fonts.rules.ts'
import { createTitleFaceCutter } from './title-font-subsetter.ts'

const subsetter = createTitleFaceCutter({ weight: TITLE_FACE.weight })

test.each(['霓虹渡輪', '九龍城寨之圍城，第二季', 'The Last Tram: 1997–98', '𨋢口・A3'])(
  '%s: contains exactly its glyphs',
  async (title) => {
    const faces = await subsetter.cut(glyphsOf(title))
    const codePoints: number[] = []
    for (const { unicodeRange, woff2 } of faces) {
      const points = await codePointsOf(woff2)
      expect(points).toEqual(unicodeRange.split(',').map((item) => Number.parseInt(item.slice(2), 16)))
      codePoints.push(...points)
    }
    expect(String.fromCodePoint(...codePoints.toSorted((a, b) => a - b))).toBe(glyphsOf(title))
  },
)

test('a subset is small, has one weight and keeps its licence', async () => {
  const faces = await subsetter.cut(glyphsOf('霓虹渡輪'))
  const bytes = faces.reduce((sum, { woff2 }) => sum + woff2.length, 0)
  expect(bytes).toBeLessThan(6_000)
  const font = await sfntOf(faces[0]!.woff2)
  expect([...tablesOf(font).keys()]).not.toContain('fvar')
  const os2 = tablesOf(font).get('OS/2')!
  expect(font.readUInt16BE(os2 + 4)).toBe(800)
})

test('omits characters missing from the font', async () => {
  expect(await subsetter.cut('😀')).toEqual([])
  expect(await subsetter.cut('A😀')).toHaveLength(1)
})

test('the version in font URLs is the installed one', async () => {
  const manifestPath = fileURLToPath(import.meta.resolve('@fontsource-variable/chiron-sung-hk/package.json'))
  const { version } = JSON.parse(await readFile(manifestPath, 'utf8'))
  expect(TITLE_FACE.version).toBe(`chiron-sung-hk ${version} cut 1`)
})

/** Converts WOFF2 to SFNT with all characters. */
async function sfntOf(woff2: Uint8Array): Promise<Buffer> {
  return subsetFont(woff2, undefined as unknown as string, { targetFormat: 'sfnt', keepAllGlyphs: true } as object)
}

function tablesOf(font: Buffer): Map<string, number> {
  const count = font.readUInt16BE(4)
  return new Map(
    Array.from({ length: count }, (_, n) => [
      font.toString('latin1', 12 + n * 16, 16 + n * 16),
      font.readUInt32BE(20 + n * 16),
    ]),
  )
}

/** Code points in a font's cmap (formats 4 and 12). */
async function codePointsOf(woff2: Uint8Array): Promise<number[]> {
  const font = await sfntOf(woff2)
  const cmap = tablesOf(font).get('cmap')!
  const points = new Set<number>()
  for (let n = 0; n < font.readUInt16BE(cmap + 2); n++) {
    const at = cmap + font.readUInt32BE(cmap + 8 + n * 8)
    const format = font.readUInt16BE(at)
    if (format === 4) for (const point of format4(font, at)) points.add(point)
    if (format === 12) for (const point of format12(font, at)) points.add(point)
  }
  return [...points].toSorted((a, b) => a - b)
}

function* format4(font: Buffer, at: number): Generator<number> {
  const doubled = font.readUInt16BE(at + 6)
  for (let n = 0; n < doubled; n += 2) {
    const end = font.readUInt16BE(at + 14 + n)
    const start = font.readUInt16BE(at + 16 + doubled + n)
    for (let point = start; point <= end && point < 0xff_ff; point++) yield point
  }
}

function* format12(font: Buffer, at: number): Generator<number> {
  for (let n = 0; n < font.readUInt32BE(at + 12); n++) {
    const start = font.readUInt32BE(at + 16 + n * 12)
    const end = font.readUInt32BE(at + 20 + n * 12)
    for (let point = start; point <= end; point++) yield point
  }
}

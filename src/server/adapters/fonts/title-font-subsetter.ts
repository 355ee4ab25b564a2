import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SubsetFace, TitleFaceCutter } from '#server/domains/images/ports.ts'

/** The npm package has the font in slices of some hundred characters. */
const SLICES_FILE = fileURLToPath(import.meta.resolve('@fontsource-variable/chiron-sung-hk/unicode.json'))

export type TitleFaceOptions = {
  /** Of the variable font. */
  weight: number
}

/** Chiron Sung HK (OFL-1.1), by HarfBuzz. Keeps kerning; drops hinting and alternates. */
export function createTitleFaceCutter({ weight }: TitleFaceOptions): TitleFaceCutter {
  let slices: Promise<Map<number, string>> | undefined
  return {
    async cut(glyphs) {
      slices ??= readSlices()
      const { default: subsetFont } = await import('subset-font')
      return Promise.all(
        [...bySlice(glyphs, await slices)].map(async ([slice, characters]): Promise<SubsetFace> => {
          const font = await readFile(join(dirname(SLICES_FILE), 'files', `chiron-sung-hk-${slice}-wght-normal.woff2`))
          const woff2 = await subsetFont(font, characters, {
            targetFormat: 'woff2',
            variationAxes: { wght: weight },
            keepFeatures: ['kern'],
            noLayoutClosure: true,
            noHinting: true,
          })
          return { unicodeRange: rangeOf(characters), woff2 }
        }),
      )
    },
  }
}

/** Latin comes first: other slices repeat its punctuation. */
async function readSlices(): Promise<Map<number, string>> {
  const ranges: Record<string, string> = JSON.parse(await readFile(SLICES_FILE, 'utf8'))
  const names = Object.keys(ranges).toSorted((a, b) => Number(b === 'latin') - Number(a === 'latin'))
  const slices = new Map<number, string>()
  for (const name of names) {
    for (const [first, last] of parseRange(ranges[name] ?? '')) {
      for (let point = first; point <= last; point++) {
        if (!slices.has(point)) slices.set(point, name.replace(/[[\]]/g, ''))
      }
    }
  }
  return slices
}

/** `U+4e00-4e02,U+9f8d` */
const parseRange = (text: string): [number, number][] =>
  text.split(',').map((item) => {
    const [first = '', last = first] = item.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })

function bySlice(glyphs: string, slices: Map<number, string>): Map<string, string> {
  const slicesOfGlyphs = new Map<string, string>()
  for (const character of glyphs) {
    const slice = slices.get(character.codePointAt(0) ?? 0)
    if (slice !== undefined) slicesOfGlyphs.set(slice, (slicesOfGlyphs.get(slice) ?? '') + character)
  }
  return slicesOfGlyphs
}

const rangeOf = (characters: string): string =>
  [...characters].map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16)}`).join(',')

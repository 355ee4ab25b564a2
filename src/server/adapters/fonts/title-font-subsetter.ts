import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { CutFace, TitleFaceCutter } from '#server/domains/images/ports.ts'

/** npm has the face as slices only, each a font of some hundred characters. */
const FACE = fileURLToPath(import.meta.resolve('@fontsource-variable/chiron-sung-hk/unicode.json'))

export type TitleFaceOptions = {
  /** The variable font is pinned to this weight. */
  weight: number
}

/** Chiron Sung HK (OFL-1.1), cut by HarfBuzz: kerning stays; hinting and alternates go. */
export function createTitleFaceCutter({ weight }: TitleFaceOptions): TitleFaceCutter {
  let slices: Promise<Map<number, string>> | undefined
  return {
    async cut(glyphs) {
      slices ??= readSlices()
      return Promise.all(
        [...bySlice(glyphs, await slices)].map(async ([slice, characters]): Promise<CutFace> => {
          const font = await readFile(join(dirname(FACE), 'files', `chiron-sung-hk-${slice}-wght-normal.woff2`))
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

/** Which slice has each character. Latin first, as it also holds the punctuation that others repeat. */
async function readSlices(): Promise<Map<number, string>> {
  const ranges: Record<string, string> = JSON.parse(await readFile(FACE, 'utf8'))
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

/** `U+4e00-4e02,U+9f8d` as pairs of first and last. */
const parseRange = (text: string): [number, number][] =>
  text.split(',').map((item) => {
    const [first = '', last = first] = item.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })

function bySlice(glyphs: string, slices: Map<number, string>): Map<string, string> {
  const found = new Map<string, string>()
  for (const character of glyphs) {
    const slice = slices.get(character.codePointAt(0) ?? 0)
    if (slice !== undefined) found.set(slice, (found.get(slice) ?? '') + character)
  }
  return found
}

const rangeOf = (characters: string): string =>
  [...characters].map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16)}`).join(',')

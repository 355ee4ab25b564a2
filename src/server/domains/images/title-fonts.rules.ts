import { createHash } from 'node:crypto'
import type { CutFace } from './ports.ts'

/** The display face, its weight and how we cut it: part of every address, so that a new face gets new addresses. */
export const TITLE_FACE = { family: 'Harbour Title', weight: 800, version: 'chiron-sung-hk 5.3.1 cut 1' } as const

/** More characters than any title has; a longer text is cut off, not refused. */
const GLYPHS_MAX = 200

/** The characters of a title, each once and in order: titles of the same characters share a font. */
export function glyphsOf(text: string): string {
  const seen = new Set(text.normalize('NFC').replace(/\p{C}|\p{Z}/gu, ' '))
  return [...seen]
    .toSorted((a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0))
    .slice(0, GLYPHS_MAX)
    .join('')
}

/** What names the cut font of these glyphs. */
export const fontHash = (glyphs: string): string =>
  createHash('sha256').update(`${TITLE_FACE.version}\n${TITLE_FACE.weight}\n${glyphs}`).digest('hex').slice(0, 24)

/** The style sheet of a title's face. Needs no look-up: it follows from the title; empty for an empty title. */
export function titleFontUrl(title: string): string | undefined {
  const glyphs = glyphsOf(title)
  return glyphs.trim() === '' ? undefined : `/f/${fontHash(glyphs)}.css`
}

export const fontCssKey = (hash: string): string => `f/${hash}.css`
export const fontFileKey = (hash: string, slice: number): string => `f/${hash}-${slice}.woff2`

/** Takes `/f/{hash}.css` or `/f/{hash}-{n}.woff2` apart. Null for anything else. */
export function readFontPath(path: string): { hash: string; key: string; contentType: string } | null {
  const [, hash, slice] = /^\/f\/([0-9a-f]{24})(?:\.css|-(\d{1,2})\.woff2)$/.exec(path) ?? []
  if (hash === undefined) return null
  if (slice === undefined) return { hash, key: fontCssKey(hash), contentType: 'text/css; charset=utf-8' }
  return { hash, key: fontFileKey(hash, Number(slice)), contentType: 'font/woff2' }
}

/** One `@font-face` a slice. `optional`: text is drawn at once and never changes under the reader's eyes. */
export const fontCss = (hash: string, faces: readonly CutFace[]): string =>
  faces
    .map(
      ({ unicodeRange }, slice) =>
        `@font-face{font-family:"${TITLE_FACE.family}";font-style:normal;font-weight:${TITLE_FACE.weight};` +
        `font-display:optional;src:url(/${fontFileKey(hash, slice)}) format("woff2");unicode-range:${unicodeRange}}\n`,
    )
    .join('')

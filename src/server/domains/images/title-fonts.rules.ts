import { createHash } from 'node:crypto'
import type { SubsetFace } from './ports.ts'

/** Part of every font URL. */
export const TITLE_FACE = { family: 'Harbour Title', weight: 800, version: 'chiron-sung-hk 5.3.1 cut 1' } as const

/** Longer texts are truncated. */
const GLYPHS_MAX = 200

/** Distinct and sorted: titles with the same characters share a font. */
export function glyphsOf(text: string): string {
  const seen = new Set(text.normalize('NFC').replace(/\p{C}|\p{Z}/gu, ' '))
  return [...seen]
    .toSorted((a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0))
    .slice(0, GLYPHS_MAX)
    .join('')
}

export const fontHash = (glyphs: string): string =>
  createHash('sha256').update(`${TITLE_FACE.version}\n${TITLE_FACE.weight}\n${glyphs}`).digest('hex').slice(0, 24)

/** Derived from the title without a lookup. */
export function titleFontUrl(title: string): string | undefined {
  const glyphs = glyphsOf(title)
  return glyphs.trim() === '' ? undefined : `/f/${fontHash(glyphs)}.css`
}

export const fontCssKey = (hash: string): string => `f/${hash}.css`
export const fontFileKey = (hash: string, slice: number): string => `f/${hash}-${slice}.woff2`

/** Parses `/f/{hash}.css` and `/f/{hash}-{n}.woff2`. */
export function readFontPath(path: string): { hash: string; key: string; contentType: string } | null {
  const [, hash, slice] = /^\/f\/([0-9a-f]{24})(?:\.css|-(\d{1,2})\.woff2)$/.exec(path) ?? []
  if (hash === undefined) return null
  if (slice === undefined) return { hash, key: fontCssKey(hash), contentType: 'text/css; charset=utf-8' }
  return { hash, key: fontFileKey(hash, Number(slice)), contentType: 'font/woff2' }
}

/** `font-display: optional` avoids a swap after first paint. */
export const fontCss = (hash: string, faces: readonly SubsetFace[]): string =>
  faces
    .map(
      ({ unicodeRange }, slice) =>
        `@font-face{font-family:"${TITLE_FACE.family}";font-style:normal;font-weight:${TITLE_FACE.weight};` +
        `font-display:optional;src:url(/${fontFileKey(hash, slice)}) format("woff2");unicode-range:${unicodeRange}}\n`,
    )
    .join('')

import { createHash } from 'node:crypto'
import type { SubsetFace } from './ports.ts'

/** Display font, weight and subsetting version. Part of every font URL, so a change produces new URLs. */
export const TITLE_FACE = { family: 'Harbour Title', weight: 800, version: 'chiron-sung-hk 5.3.1 cut 1' } as const

/** More characters than any title has. Longer texts are truncated. */
const GLYPHS_MAX = 200

/** The distinct characters of a title, sorted. Titles with the same characters share a font. */
export function glyphsOf(text: string): string {
  const seen = new Set(text.normalize('NFC').replace(/\p{C}|\p{Z}/gu, ' '))
  return [...seen]
    .toSorted((a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0))
    .slice(0, GLYPHS_MAX)
    .join('')
}

/** Identifier of the font subset for these glyphs. */
export const fontHash = (glyphs: string): string =>
  createHash('sha256').update(`${TITLE_FACE.version}\n${TITLE_FACE.weight}\n${glyphs}`).digest('hex').slice(0, 24)

/**
 * URL of the style sheet for a title's font. Computed from the title without a lookup; undefined for an empty title.
 */
export function titleFontUrl(title: string): string | undefined {
  const glyphs = glyphsOf(title)
  return glyphs.trim() === '' ? undefined : `/f/${fontHash(glyphs)}.css`
}

export const fontCssKey = (hash: string): string => `f/${hash}.css`
export const fontFileKey = (hash: string, slice: number): string => `f/${hash}-${slice}.woff2`

/** Parses `/f/{hash}.css` or `/f/{hash}-{n}.woff2`; null for anything else. */
export function readFontPath(path: string): { hash: string; key: string; contentType: string } | null {
  const [, hash, slice] = /^\/f\/([0-9a-f]{24})(?:\.css|-(\d{1,2})\.woff2)$/.exec(path) ?? []
  if (hash === undefined) return null
  if (slice === undefined) return { hash, key: fontCssKey(hash), contentType: 'text/css; charset=utf-8' }
  return { hash, key: fontFileKey(hash, Number(slice)), contentType: 'font/woff2' }
}

/** One `@font-face` per slice. `font-display: optional` avoids a font swap after first paint. */
export const fontCss = (hash: string, faces: readonly SubsetFace[]): string =>
  faces
    .map(
      ({ unicodeRange }, slice) =>
        `@font-face{font-family:"${TITLE_FACE.family}";font-style:normal;font-weight:${TITLE_FACE.weight};` +
        `font-display:optional;src:url(/${fontFileKey(hash, slice)}) format("woff2");unicode-range:${unicodeRange}}\n`,
    )
    .join('')

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SeedPages } from './pages.mapping.ts'

const pages = JSON.parse(readFileSync(join(import.meta.dirname, 'pages.json'), 'utf8')) as SeedPages

/** Where the head of what the picture is about begins: a share of the height of the wide artwork, which is 16 to 9. */
const HEADS: Record<string, number> = { tram: 0.02, liondance: 0.05, nightshift: 0.12, ding: 0.02 }
const HEADER_PX = 72
/** Windows, and the height of the billboard in them (`billboard.module.css`). */
const WINDOWS = [
  [820, 820],
  [1440, 652],
  [1920, 782],
] as const

const slides = pages.banners.filter(({ place, programId = '' }) => place === 'billboard' && programId in HEADS)

test.each(
  slides.flatMap((slide) => WINDOWS.map(([width, height]) => [slide.programId!, width, height, slide] as const)),
)('the billboard of %s crops no head in a window of %s px', (id, width, height, slide) => {
  const imageHeight = Math.max(height, (width * 9) / 16)
  const above = ((imageHeight - height) * (slide.focus?.[1] ?? 30)) / 100
  const head = HEADS[id]! * imageHeight - above
  // Below the header too, where the picture itself has the room.
  expect(head).toBeGreaterThanOrEqual(HEADS[id]! * imageHeight >= HEADER_PX ? HEADER_PX : 0)
})

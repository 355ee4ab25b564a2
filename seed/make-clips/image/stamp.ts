import type { Film } from '../film.ts'
import { isShared } from '../moods.ts'
import { smooth } from '../motion.ts'
import { overlay, type Frame } from './paint.ts'
import { drawSvg, type Texture } from './texture.ts'

/**
 * The burnt-in counter, bottom right: minutes, seconds and frame number, and below it the frame number as sixteen
 * cells, light for 1 and dark for 0, most significant first, so that a test can read it from the pixels of any rung.
 * Values are fractions of the frame; clips.json repeats them.
 */
export const COUNTER = {
  left: 0.866,
  top: 0.928,
  width: 0.12,
  height: 0.05,
  bits: 16,
  bitsTop: 0.964,
  bitsHeight: 0.011,
} as const

const GLYPHS = '0123456789:·'
const TITLE_SHOWN = { from: 1, full: 2.2, fading: 4.6, gone: 5.8 } as const

/** Text overlays of a clip, drawn once. */
export interface Stamps {
  glyphs: readonly Texture[]
  title: Texture
  titleLeft: number
  titleTop: number
}

/** Text on the card of a clip that several titles share. */
const SHARED_CARD = { zh: '港映呈獻', en: 'HARBOUR PRESENTS' }

const cardOf = ({ id, titleZh, titleEn }: Film) =>
  isShared(id) ? SHARED_CARD : { zh: titleZh, en: titleEn.toUpperCase() }

/** Draws the card and digits at the clip's size. */
export async function drawStamps(film: Film, { width, height }: { width: number; height: number }): Promise<Stamps> {
  const digit = Math.round((COUNTER.width * width) / 10.5)
  const glyphs = await Promise.all([...GLYPHS].map((glyph) => drawSvg(glyphSvg(glyph), digit)))
  const title = await drawSvg(titleSvg(film), Math.round(width * 0.5))
  const [x, y] = film.titleAt ?? [0.5, 0.44]
  return {
    glyphs,
    title,
    titleLeft: Math.round(x * width - title.width / 2),
    titleTop: Math.round(y * height - title.height / 2),
  }
}

/** Draws the title while it is visible, and the counter. */
export function writeStamps(frame: Frame, stamps: Stamps, { number, fps }: { number: number; fps: number }): void {
  const seconds = number / fps
  const shown =
    smooth(TITLE_SHOWN.from, TITLE_SHOWN.full, seconds) * smooth(TITLE_SHOWN.gone, TITLE_SHOWN.fading, seconds)
  if (shown > 0) overlay(frame, stamps.title, { left: stamps.titleLeft, top: stamps.titleTop, alpha: shown })
  writeCounter(frame, stamps.glyphs, { number, seconds })
  writeBits(frame, number)
}

function writeCounter(
  frame: Frame,
  glyphs: readonly Texture[],
  { number, seconds }: { number: number; seconds: number },
): void {
  const clock = `${pad(Math.floor(seconds / 60), 2)}:${pad(Math.floor(seconds % 60), 2)}`
  const text = `${clock}·${pad(number, 4)}`
  const step = (COUNTER.width * frame.width) / text.length
  ;[...text].forEach((glyph, index) => {
    const texture = glyphs[GLYPHS.indexOf(glyph)]!
    const left = Math.round(COUNTER.left * frame.width + index * step)
    overlay(frame, texture, { left, top: Math.round(COUNTER.top * frame.height), alpha: 0.85 })
  })
}

function writeBits(frame: Frame, number: number): void {
  const cell = (COUNTER.width * frame.width) / COUNTER.bits
  const top = Math.round(COUNTER.bitsTop * frame.height)
  const bottom = Math.round((COUNTER.bitsTop + COUNTER.bitsHeight) * frame.height)
  for (let bit = 0; bit < COUNTER.bits; bit++) {
    const level = (number >> (COUNTER.bits - 1 - bit)) & 1 ? 205 : 28
    const left = Math.round(COUNTER.left * frame.width + bit * cell)
    const right = Math.round(COUNTER.left * frame.width + (bit + 1) * cell)
    for (let y = top; y < bottom; y++)
      frame.bytes.fill(level, (y * frame.width + left) * 4, (y * frame.width + right) * 4)
  }
}

const pad = (value: number, digits: number) => String(value).padStart(digits, '0')

/** A digit in a 20 × 32 viewport, with a dark outline to be readable on any image. */
const glyphSvg = (glyph: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 32" width="20" height="32"><text x="10" y="25" text-anchor="middle"
  font-family="Noto Sans Mono CJK HK, monospace" font-weight="700" font-size="27" fill="#fff" stroke="#000" stroke-opacity=".75"
  stroke-width="4" paint-order="stroke" stroke-linejoin="round">${glyph}</text></svg>`

/** Chinese above English in wide capitals, with a soft shadow, in an 800 × 300 viewport. */
function titleSvg(film: Film): string {
  const card = cardOf(film)
  const count = [...card.zh].length
  const size = Math.min(104, 640 / count)
  const gap = size * 0.16
  const colour = film.titleColour ?? '#fff'
  const zh = `x="${400 + gap / 2}" y="150" font-family="Noto Serif CJK HK" font-weight="700" font-size="${size}" letter-spacing="${gap}"`
  const en = `x="404" y="212" font-family="Archivo, Noto Sans CJK HK" font-weight="500" font-size="25" letter-spacing="8"`
  const texts = (fill: string) =>
    `<text ${zh} fill="${fill}" text-anchor="middle">${card.zh}</text><text ${en} fill="${fill}" text-anchor="middle">${card.en}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 300" width="800" height="300"><defs><filter id="s" x="-20%" y="-20%"
  width="140%" height="140%"><feGaussianBlur stdDeviation="9"/></filter></defs><g filter="url(#s)" opacity=".8">${texts('#000')}</g>
  <g>${texts(colour)}</g></svg>`
}

import type { Film } from '../film.ts'
import { smooth } from '../motion.ts'
import { overlay, type Frame } from './paint.ts'
import { drawSvg, type Texture } from './texture.ts'

/** Seconds at which a clip's name appears, is fully visible, fades and is gone. No line is spoken before. */
export const CARD_SHOWN = { from: 1, full: 2.2, fading: 4.6, gone: 5.8 } as const

/** The name of a clip, drawn once. */
export interface Stamps {
  title: Texture
  titleLeft: number
  titleTop: number
}

/** Draws the name at the clip's size. */
export async function drawStamps(film: Film, { width, height }: { width: number; height: number }): Promise<Stamps> {
  const title = await drawSvg(titleSvg(film), Math.round(width * 0.5))
  const [x, y] = film.titleAt ?? [0.5, 0.44]
  return {
    title,
    titleLeft: Math.round(x * width - title.width / 2),
    titleTop: Math.round(y * height - title.height / 2),
  }
}

/** Draws the name while it is visible. */
export function writeStamps(frame: Frame, stamps: Stamps, seconds: number): void {
  const shown = smooth(CARD_SHOWN.from, CARD_SHOWN.full, seconds) * smooth(CARD_SHOWN.gone, CARD_SHOWN.fading, seconds)
  if (shown > 0) overlay(frame, stamps.title, { left: stamps.titleLeft, top: stamps.titleTop, alpha: shown })
}

/** Chinese above English in wide capitals, with a soft shadow, in an 800 × 300 viewport. */
export function titleSvg({ titleZh, titleEn, titleColour }: Pick<Film, 'titleZh' | 'titleEn' | 'titleColour'>): string {
  const card = { zh: titleZh, en: titleEn.toUpperCase() }
  const count = [...card.zh].length
  const size = Math.min(104, 640 / count)
  const gap = size * 0.16
  const colour = titleColour ?? '#fff'
  const zh = `x="${400 + gap / 2}" y="150" font-family="Noto Serif CJK HK" font-weight="700" font-size="${size}" letter-spacing="${gap}"`
  // A letter with its spacing is about as wide as the letter is high.
  const small = Math.min(25, 780 / card.en.length)
  const en = `x="404" y="212" font-family="Archivo, Noto Sans CJK HK" font-weight="500" font-size="${small}" letter-spacing="${small * 0.3}"`
  const texts = (fill: string) =>
    `<text ${zh} fill="${fill}" text-anchor="middle">${card.zh}</text><text ${en} fill="${fill}" text-anchor="middle">${card.en}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 300" width="800" height="300"><defs><filter id="s" x="-20%" y="-20%"
  width="140%" height="140%"><feGaussianBlur stdDeviation="9"/></filter></defs><g filter="url(#s)" opacity=".8">${texts('#000')}</g>
  <g>${texts(colour)}</g></svg>`
}

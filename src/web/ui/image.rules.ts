/** The widths that an image address takes as `?w=` (the server refuses others). */
export const IMAGE_WIDTHS = [160, 240, 320, 480, 640, 960, 1280, 1920] as const

/** Addresses outside our image path stay as they are. */
export function imageAt(src: string, width: (typeof IMAGE_WIDTHS)[number]): string {
  return src.startsWith('/i/') ? `${src.split('?')[0]}?w=${width}` : src
}

/** Undefined for an address that is not ours. */
export function imageSrcSet(
  src: string,
  { from = 160, to = 1920 }: { from?: number; to?: number } = {},
): string | undefined {
  if (!src.startsWith('/i/')) return undefined
  return IMAGE_WIDTHS.filter((width) => width >= from && width <= to)
    .map((width) => `${imageAt(src, width)} ${width}w`)
    .join(', ')
}

/** `sizes` of a card in a row: DESIGN 5's cards per row, by breakpoint. */
export const CARD_SIZES = {
  portrait: '(min-width: 1600px) 11vw, (min-width: 1216px) 13vw, (min-width: 768px) 18vw, 32vw',
  landscape: '(min-width: 1600px) 17vw, (min-width: 1216px) 21vw, (min-width: 768px) 31vw, 61vw',
} as const

interface Point {
  x: number
  y: number
}

const tenth = (percent: number): number => Math.round(Math.min(100, Math.max(0, percent)) / 10)

/** In tenths, as attributes for the style sheet: the content security policy blocks style attributes of the prerendered page. */
export const focusAttributes = (wide: Point | undefined, upright: Point | undefined) => ({
  ...(wide && { 'data-focus-x': tenth(wide.x), 'data-focus-y': tenth(wide.y) }),
  ...(upright && { 'data-upright-x': tenth(upright.x), 'data-upright-y': tenth(upright.y) }),
})

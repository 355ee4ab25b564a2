import type { ImageFormat } from './ports.ts'

/** The widths that `?w=` takes, in pixels. A fixed list, so that nobody can make us encode at will. */
export const IMAGE_WIDTHS = [160, 240, 320, 480, 640, 960, 1280, 1920] as const
export type ImageWidth = (typeof IMAGE_WIDTHS)[number]

export const CONTENT_TYPE = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const satisfies Record<ImageFormat, string>

/** A picture's name in its address: it says what the picture is, to people. */
export const IMAGE_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/

/** Takes `/i/{hash}/{name}` apart. Null for anything else. */
export function readImagePath(path: string): { hash: string; name: string } | null {
  const [, hash, name] = /^\/i\/([0-9a-f]{24})\/([^/]+)$/.exec(path) ?? []
  return hash !== undefined && name !== undefined && IMAGE_NAME.test(name) ? { hash, name } : null
}

/** The sizes that a picture has: every width of the list below its own, and the next one, which is its own size. */
export function widthsOf(sourceWidth: number): ImageWidth[] {
  const own = IMAGE_WIDTHS.findIndex((width) => width >= sourceWidth)
  return IMAGE_WIDTHS.slice(0, own === -1 ? undefined : own + 1)
}

/** The size that answers a wish; the largest when nothing is wished. Never above the source. */
export function widthFor(sourceWidth: number, wish: ImageWidth | undefined): ImageWidth {
  const sizes = widthsOf(sourceWidth)
  const largest = sizes.at(-1) ?? IMAGE_WIDTHS[0]
  return wish !== undefined && wish < largest ? wish : largest
}

/** `?w=` as a width of the list: undefined when it is not given, null when it is malformed. */
export function readWidth(value: unknown): ImageWidth | undefined | null {
  if (value === undefined) return undefined
  return IMAGE_WIDTHS.find((width) => String(width) === value) ?? null
}

/** Where a picture and its variants stand in the store. */
export const sourceKey = (hash: string): string => `i/${hash}/source`
export const variantKey = (hash: string, width: ImageWidth, format: ImageFormat): string =>
  `i/${hash}/${width}.${format}`

/** The formats that an `Accept` takes, the best first; the last always serves (RFC 9110 12.5.1: none of them is refused). */
export function formatsFor(accept: string | undefined, hasAlpha: boolean): ImageFormat[] {
  const plain = hasAlpha ? 'png' : 'jpg'
  return [...(['avif', 'webp'] as const).filter((format) => isNamed(accept, `image/${format}`)), plain]
}

/** Only a type that is named counts: `image/*` is also said by browsers that know neither. */
function isNamed(accept: string | undefined, type: string): boolean {
  return (accept ?? '').split(',').some((item) => {
    const [name, ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    return name === type && !parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))
  })
}

/** The formats that are made ahead of any request; the others are made when somebody asks. */
export const FORMATS_AHEAD = ['avif', 'webp'] as const satisfies ImageFormat[]

import type { ImageFormat } from './ports.ts'

/** Widths accepted by `?w=`, in pixels. A fixed list, so that clients cannot cause arbitrary encodes. */
export const IMAGE_WIDTHS = [160, 240, 320, 480, 640, 960, 1280, 1920] as const
export type ImageWidth = (typeof IMAGE_WIDTHS)[number]

export const CONTENT_TYPE = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const satisfies Record<ImageFormat, string>

/** Human-readable name of an image in its URL. */
export const IMAGE_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/

/** Parses `/i/{hash}/{name}`; null for anything else. */
export function readImagePath(path: string): { hash: string; name: string } | null {
  const [, hash, name] = /^\/i\/([0-9a-f]{24})\/([^/]+)$/.exec(path) ?? []
  return hash !== undefined && name !== undefined && IMAGE_NAME.test(name) ? { hash, name } : null
}

/**
 * Widths of an image's variants: every listed width below the source width, and the next one, which is encoded at
 * source size.
 */
export function widthsOf(sourceWidth: number): ImageWidth[] {
  const sourceIndex = IMAGE_WIDTHS.findIndex((width) => width >= sourceWidth)
  return IMAGE_WIDTHS.slice(0, sourceIndex === -1 ? undefined : sourceIndex + 1)
}

/** The variant width for a requested width; the largest if none is requested. Never above the source. */
export function widthFor(sourceWidth: number, requested: ImageWidth | undefined): ImageWidth {
  const sizes = widthsOf(sourceWidth)
  const largest = sizes.at(-1) ?? IMAGE_WIDTHS[0]
  return requested !== undefined && requested < largest ? requested : largest
}

/** Parses `?w=`: undefined if absent, null if malformed. */
export function readWidth(value: unknown): ImageWidth | undefined | null {
  if (value === undefined) return undefined
  return IMAGE_WIDTHS.find((width) => String(width) === value) ?? null
}

/**
 * The image of a link to a title in messengers and social networks: width and height in pixels, and the most bytes that they all load.
 * JPEG, which each of their crawlers reads.
 */
export const SHARE_CARD = { width: 1200, height: 630, bytesMax: 300 * 1024 } as const

/** The size of a variant. */
export type ImageSize = ImageWidth | 'card'

/** Store keys of an image's source and variants. */
export const sourceKey = (hash: string): string => `i/${hash}/source`
export const variantKey = (hash: string, size: ImageSize, format: ImageFormat): string => `i/${hash}/${size}.${format}`

/** Formats accepted by an `Accept` header, best first. The last is always served, as RFC 9110 12.5.1 permits. */
export function formatsFor(accept: string | undefined, hasAlpha: boolean): ImageFormat[] {
  const fallback = hasAlpha ? 'png' : 'jpg'
  return [...(['avif', 'webp'] as const).filter((format) => isNamed(accept, `image/${format}`)), fallback]
}

/** Only explicitly named types count: browsers without AVIF or WebP also send `image/*`. */
function isNamed(accept: string | undefined, type: string): boolean {
  return (accept ?? '').split(',').some((item) => {
    const [name, ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    return name === type && !parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))
  })
}

/** Formats encoded ahead of requests; the others are encoded on demand. */
export const FORMATS_AHEAD = ['avif', 'webp'] as const satisfies ImageFormat[]

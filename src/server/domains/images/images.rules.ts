import type { ImageFormat } from './ports.ts'

/** Pixels for `?w=`. Fixed, so that clients cannot cause arbitrary encodes. */
export const IMAGE_WIDTHS = [160, 240, 320, 480, 640, 960, 1280, 1920] as const
export type ImageWidth = (typeof IMAGE_WIDTHS)[number]

export const CONTENT_TYPE = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const satisfies Record<ImageFormat, string>

export const IMAGE_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/

/** Of a file, what an address may hold: `Harbour Night (2).JPG` is `harbour-night-2-.jpg`. */
export const imageName = (fileName: string): string =>
  fileName
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
    .slice(-64)
    .replace(/^[._-]+/, '') || 'image'

export function readImagePath(path: string): { hash: string; name: string } | null {
  const [, hash, name] = /^\/i\/([0-9a-f]{24})\/([^/]+)$/.exec(path) ?? []
  return hash !== undefined && name !== undefined && IMAGE_NAME.test(name) ? { hash, name } : null
}

/** All listed widths below the source's, and the next one for the source's own size. */
export function widthsOf(sourceWidth: number): ImageWidth[] {
  const sourceIndex = IMAGE_WIDTHS.findIndex((width) => width >= sourceWidth)
  return IMAGE_WIDTHS.slice(0, sourceIndex === -1 ? undefined : sourceIndex + 1)
}

export function widthFor(sourceWidth: number, requested: ImageWidth | undefined): ImageWidth {
  const sizes = widthsOf(sourceWidth)
  const largest = sizes.at(-1) ?? IMAGE_WIDTHS[0]
  return requested !== undefined && requested < largest ? requested : largest
}

export function readWidth(value: unknown): ImageWidth | undefined | null {
  if (value === undefined) return undefined
  return IMAGE_WIDTHS.find((width) => String(width) === value) ?? null
}

/** Link preview in messengers and social networks, JPEG for their crawlers. */
export const SHARE_CARD = { width: 1200, height: 630, bytesMax: 300 * 1024 } as const

/** Pixels of the blurred version in the page. */
export const PREVIEW_WIDTH = 16

export type ImageSize = ImageWidth | 'card'

export const sourceKey = (hash: string): string => `i/${hash}/source`
export const variantKey = (hash: string, size: ImageSize, format: ImageFormat): string => `i/${hash}/${size}.${format}`

/** Best first. The last is always served (RFC 9110 12.5.1). */
export function formatsFor(accept: string | undefined, hasAlpha: boolean): ImageFormat[] {
  const fallback = hasAlpha ? 'png' : 'jpg'
  return [...(['avif', 'webp'] as const).filter((format) => isNamed(accept, `image/${format}`)), fallback]
}

/** Browsers without AVIF or WebP also send `image/*`, which does not count. */
function isNamed(accept: string | undefined, type: string): boolean {
  return (accept ?? '').split(',').some((item) => {
    const [name, ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    return name === type && !parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))
  })
}

/** The others are encoded on demand. */
export const FORMATS_AHEAD = ['avif', 'webp'] as const satisfies ImageFormat[]

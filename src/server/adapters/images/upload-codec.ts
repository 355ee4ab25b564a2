import sharp, { type Metadata, type Sharp } from 'sharp'
import { IMAGE_PIXELS_MAX } from '#contract/image-uploads.ts'
import { type CleanImages, UnreadableImage } from '#server/domains/uploads/ports.ts'

const ACCEPTED_FORMATS: readonly string[] = ['jpeg', 'png', 'webp']
/** Of the kept image. */
const SIDE_MAX = 2_048
const SECONDS_MAX = 15

const ENCODERS = {
  'image/jpeg': (image: Sharp) => image.jpeg({ quality: 82, mozjpeg: true }),
  'image/webp': (image: Sharp) => image.webp({ quality: 84, effort: 3 }),
} as const

const open = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: IMAGE_PIXELS_MAX, failOn: 'warning', sequentialRead: true })

/** Only pixels are kept: no metadata, colour profile, further frames or trailing bytes. They are counted before they are decoded. */
export const cleanImage: CleanImages = async (bytes) => {
  const head = await unlessUnreadable(() => open(bytes).metadata())
  const { format, width, height, hasAlpha, exif, xmp, iptc } = head
  if (!ACCEPTED_FORMATS.includes(format)) throw new UnreadableImage(`images of type ${format} are not accepted`)
  if (width * height > IMAGE_PIXELS_MAX) throw new UnreadableImage('the image has too many pixels')
  const contentType = hasAlpha ? 'image/webp' : 'image/jpeg'
  const sized = open(bytes)
    .autoOrient()
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS_MAX })
  const { data, info } = await unlessUnreadable(() =>
    ENCODERS[contentType](sized).toBuffer({ resolveWithObject: true }),
  )
  return {
    bytes: data,
    contentType,
    width: info.width,
    height: info.height,
    hadMetadata: [exif, xmp, iptc].some(isMetadata),
  }
}

const isMetadata = (part: Metadata['exif']): boolean => part !== undefined && part.length > 0

/** The decoder gets bytes only: every failure is the file's. */
async function unlessUnreadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new UnreadableImage('the image cannot be decoded', { cause: error })
  }
}

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { IMAGE_TYPES, uploadedFile, type UploadRule } from './uploads.ts'

/** Bytes of an image at most, as it is sent. */
export const IMAGE_BYTES_MAX = 5_000_000
/** Pixels of an image at most, as it is sent: those of a telephone's largest photograph. */
export const IMAGE_PIXELS_MAX = 50_000_000

/** What may be sent as an image. */
export const IMAGE_RULE = { maxBytes: IMAGE_BYTES_MAX, types: IMAGE_TYPES } as const satisfies UploadRule

/** What a form holds of an uploaded image. Whoever has it can claim the image, once. */
export const imageToken = z.string().check(z.regex(/^[\w-]{43}$/, { error: 'IMAGE_GONE' }))

/** Encodes the image again, without anything but its pixels. The token goes with a form; the address shows the image for a day. */
export const uploadImage = endpoint({
  wire: 'v2',
  path: '/upload/image',
  viewer: 'anyone',
  changes: true,
  postOnly: true,
  cost: 100,
  deadToken: 'ignored',
  whileClosing: true,
  uploads: { image: IMAGE_RULE },
  summary: 'Takes an image for a form (JPEG, PNG or WebP). It is encoded again, without its metadata.',
  input: z.object({ image: uploadedFile }),
  output: z.object({
    imageToken: z.string(),
    imageURL: z.string(),
    width: z.number(),
    height: z.number(),
    /** Of the image as it is kept. */
    bytes: z.number(),
    /** The file held metadata, such as where it was taken; the image as it is kept does not. */
    metadataRemoved: z.boolean(),
  }),
  refuses: ['INVALID_INPUT', 'PAYLOAD_TOO_LARGE', 'TOO_MANY_TRIES', 'UNAVAILABLE'],
})

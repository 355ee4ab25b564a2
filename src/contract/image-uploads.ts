import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { IMAGE_TYPES, uploadedFile, type UploadRule } from './uploads.ts'

export const IMAGE_BYTES_MAX = 5_000_000
export const IMAGE_PIXELS_MAX = 50_000_000

export const IMAGE_RULE = { maxBytes: IMAGE_BYTES_MAX, types: IMAGE_TYPES } as const satisfies UploadRule

/** It claims the image, once. */
export const imageToken = z.string().check(z.regex(/^[\w-]{43}$/, { error: 'IMAGE_GONE' }))

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
  summary:
    'Takes an image for a form (JPEG, PNG or WebP). It is encoded again, without its metadata; the address shows it for a day.',
  input: z.object({ image: uploadedFile }),
  output: z.object({
    imageToken: z.string(),
    imageURL: z.string(),
    width: z.number(),
    height: z.number(),
    bytes: z.number(),
    metadataRemoved: z.boolean(),
  }),
  refuses: ['INVALID_INPUT', 'PAYLOAD_TOO_LARGE', 'TOO_MANY_TRIES', 'UNAVAILABLE'],
})

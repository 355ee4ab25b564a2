import * as z from 'zod/mini'
import { readableLine } from '../fields.ts'
import { id } from '../wire-values.ts'
import { ADMIN_BASE, type Role } from './endpoint.ts'

/** The resumable uploads of the tus protocol 1.0: POST makes one, PATCH sends a part, HEAD says where it stopped, DELETE discards it. */
export const UPLOADS_URL = `${ADMIN_BASE}/uploads`
/** Header of a refused HEAD: the error body as percent-encoded JSON. Absent when the console is closed to the address. */
export const UPLOAD_REFUSAL = 'upload-refusal'
export const UPLOAD_ROLES: readonly Role[] = ['catalogue']

/** A cut connection loses no more. */
export const UPLOAD_PART_BYTES = 8 * 1024 * 1024
/** Since its last part, or since it is complete and was not used. */
export const UPLOAD_DAYS = 7

/** What a file is for. */
export const UPLOAD_KINDS = ['film', 'trailer', 'opening', 'subtitle', 'audio'] as const
export type UploadKind = (typeof UPLOAD_KINDS)[number]

const FILE_NAME_MAX = 255

/** `Upload-Metadata`. The name is shown, and names no path. */
export const uploadMetadata = z.object({
  name: readableLine(FILE_NAME_MAX).check(z.regex(/^(?!\.{1,2}$)[^/\\\p{Cc}]+$/u)),
  role: z.enum(UPLOAD_KINDS),
  programId: z.optional(id),
})

/** An image of a title, the whole body of a POST: `?name=still.jpg`. */
export const IMAGE_UPLOAD_URL = `${ADMIN_BASE}/images/add`
export const IMAGE_UPLOAD_BYTES_MAX = 30 * 1024 * 1024
export const IMAGE_UPLOAD_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** `{hash}/{name}`, as a title names it. */
export interface UploadedImage {
  readonly image: string
}

import * as z from 'zod/mini'

/** The image types that people upload. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** A file that a call takes beside its fields, as multipart/form-data. */
export interface UploadRule {
  /** Bytes at most. */
  readonly maxBytes: number
  /** By content, whatever the client calls it. */
  readonly types: readonly string[]
}

/** A received file. Only the server makes one, so that no client can name a path of its own. */
export class UploadedFile {
  /** The temporary file; it is gone once the call has been answered. */
  readonly path: string
  readonly bytes: number
  /** Found in the content. */
  readonly contentType: string

  constructor({ path, bytes, contentType }: { path: string; bytes: number; contentType: string }) {
    this.path = path
    this.bytes = bytes
    this.contentType = contentType
  }
}

/** The input field of a file. */
export const uploadedFile = z.instanceof(UploadedFile)

import * as z from 'zod/mini'

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

export interface UploadRule {
  readonly maxBytes: number
  /** By content, whatever the client calls it. */
  readonly types: readonly string[]
}

/** Made by the server only, so that no client can name a path of its own. */
export class UploadedFile {
  /** Temporary: gone once the call has been answered. */
  readonly path: string
  readonly bytes: number
  readonly contentType: string

  constructor({ path, bytes, contentType }: { path: string; bytes: number; contentType: string }) {
    this.path = path
    this.bytes = bytes
    this.contentType = contentType
  }
}

export const uploadedFile = z.instanceof(UploadedFile)

import type { Readable } from 'node:stream'

export type ImageType = 'image/jpeg' | 'image/webp'

export interface CleanImage {
  readonly bytes: Uint8Array
  readonly contentType: ImageType
  readonly width: number
  readonly height: number
  /** EXIF, XMP or IPTC. */
  readonly hadMetadata: boolean
}

/** Re-encodes with applied orientation, within limits of pixels and time. @throws UnreadableImage */
export type CleanImages = (bytes: Uint8Array) => Promise<CleanImage>

export class UnreadableImage extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'UnreadableImage'
  }
}

export interface UploadStore {
  put(key: string, body: { bytes: Uint8Array }, options: { contentType: string }): Promise<void>
  open(key: string): Promise<{ body: Readable } | null>
  remove(key: string): Promise<void>
}

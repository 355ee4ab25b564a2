import type { Readable } from 'node:stream'

/** The types in which uploaded images are kept: WebP those with transparency. */
export type ImageType = 'image/jpeg' | 'image/webp'

/** An image that holds nothing but its pixels. */
export interface CleanImage {
  readonly bytes: Uint8Array
  readonly contentType: ImageType
  readonly width: number
  readonly height: number
  /** The source had EXIF, XMP or IPTC metadata. */
  readonly hadMetadata: boolean
}

/** Port for the codec of uploaded images. */
export interface UploadCodec {
  /**
   * Decodes an image within limits of pixels and time, applies its orientation and encodes it again.
   * @throws UnreadableImage for any other type, too many pixels, and files that are damaged
   */
  clean(bytes: Uint8Array): Promise<CleanImage>
}

/** The file is not an image that can be kept. */
export class UnreadableImage extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'UnreadableImage'
  }
}

/** The part of the media store used for uploads. */
export interface UploadStore {
  put(key: string, body: { bytes: Uint8Array }, options: { contentType: string }): Promise<void>
  open(key: string): Promise<{ body: Readable } | null>
  remove(key: string): Promise<void>
}

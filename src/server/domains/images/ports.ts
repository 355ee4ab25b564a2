import type { Readable } from 'node:stream'

/** Formats in which an image is served. */
export type ImageFormat = 'avif' | 'webp' | 'jpg' | 'png'

/** Properties of an image. `width` and `height` are display dimensions, after applying orientation. */
export type ImageFacts = { width: number; height: number; hasAlpha: boolean }

/** Port for the image codec. */
export interface ImageCodec {
  /** @throws ImageRefused for an unsupported format, or an image too large to decode safely */
  inspect(bytes: Uint8Array): Promise<ImageFacts>
  /** Encodes one size in one format. Never upscales. */
  encode(bytes: Uint8Array, target: { width: number; format: ImageFormat }): Promise<Uint8Array>
  /** A JPEG of exactly this size, cut at the edges, in as much quality as its bytes allow. Upscales a smaller image. */
  encodeCard(bytes: Uint8Array, card: { width: number; height: number; bytesMax: number }): Promise<Uint8Array>
}

/** The given file is not an accepted image. */
export class ImageRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ImageRefused'
  }
}

/** The part of the media store used for images and title fonts. */
export interface ImageStore {
  put(key: string, body: { bytes: Uint8Array }, options: { contentType: string }): Promise<void>
  open(key: string): Promise<{ body: Readable } | null>
  stat(key: string): Promise<{ size: number } | null>
}

/** A subset of one slice of the display font: its characters as CSS `unicode-range`, and the font file. */
export type SubsetFace = { unicodeRange: string; woff2: Uint8Array }

/** Port for subsetting the display font. */
export interface TitleFaceCutter {
  /**
   * Returns one font for each slice of the display font that covers some of these characters. Characters missing from
   * the font are omitted.
   */
  cut(glyphs: string): Promise<SubsetFace[]>
}

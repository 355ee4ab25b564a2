import type { Readable } from 'node:stream'

/** The formats that a picture is served in. */
export type ImageFormat = 'avif' | 'webp' | 'jpg' | 'png'

/** What a picture is. `width` and `height` are as it is shown, turned upright. */
export type ImageFacts = { width: number; height: number; hasAlpha: boolean }

/** The codec behind a port. */
export interface ImageCodec {
  /** @throws ImageRefused for what is no picture of a known format, or too large to be decoded safely */
  inspect(bytes: Uint8Array): Promise<ImageFacts>
  /** Makes one size in one format; never larger than the source. */
  encode(bytes: Uint8Array, target: { width: number; format: ImageFormat }): Promise<Uint8Array>
}

/** What was handed in is no picture that we take. */
export class ImageRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ImageRefused'
  }
}

/** The part of the media store that pictures and title faces use. */
export interface ImageStore {
  put(key: string, body: { bytes: Uint8Array }, options: { contentType: string }): Promise<void>
  open(key: string): Promise<{ body: Readable } | null>
  stat(key: string): Promise<{ size: number } | null>
}

/** One slice of the display face, cut: its characters as CSS `unicode-range`, and the font. */
export type CutFace = { unicodeRange: string; woff2: Uint8Array }

/** Cuts the display face behind a port. */
export interface TitleFaceCutter {
  /** One font for each slice of the face that these characters touch; characters that the face lacks are left out. */
  cut(glyphs: string): Promise<CutFace[]>
}

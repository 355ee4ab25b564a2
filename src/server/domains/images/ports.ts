import type { Readable } from 'node:stream'
import type { Clock } from '#server/kit/clock.ts'
import type { Db } from '#server/kit/db.ts'

export type ImageFormat = 'avif' | 'webp' | 'jpg' | 'png'

/** Display dimensions, after orientation. */
export type ImageFacts = { width: number; height: number; hasAlpha: boolean }

export interface ImageCodec {
  /** @throws ImageRefused for an unsupported format or too many pixels */
  inspect(bytes: Uint8Array): Promise<ImageFacts>
  /** Never upscales. */
  encode(bytes: Uint8Array, target: { width: number; format: ImageFormat }): Promise<Uint8Array>
  /** JPEG of exactly this size, cropped, upscaled if needed. */
  encodeCard(bytes: Uint8Array, card: { width: number; height: number; bytesMax: number }): Promise<Uint8Array>
}

export class ImageRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'ImageRefused'
  }
}

export interface ImageStore {
  put(key: string, body: { bytes: Uint8Array }, options: { contentType: string }): Promise<void>
  open(key: string): Promise<{ body: Readable } | null>
  stat(key: string): Promise<{ size: number } | null>
}

/** `unicodeRange` as in CSS. */
export type SubsetFace = { unicodeRange: string; woff2: Uint8Array }

export interface TitleFaceCutter {
  /** One font per slice of the display font; missing glyphs are omitted. */
  cut(glyphs: string): Promise<SubsetFace[]>
}

/** Dependencies that images and title fonts share. */
export interface ImagesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly store: ImageStore
  /** Queues the job on any node. */
  readonly requestWork: () => Promise<void>
  readonly wakeOn?: string
}

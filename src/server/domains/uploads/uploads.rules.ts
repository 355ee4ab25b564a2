import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ImageType } from './ports.ts'

export const storeKey = (uploadId: string): string => `u/${uploadId}`

const EXTENSIONS: Readonly<Record<ImageType, string>> = { 'image/jpeg': 'jpg', 'image/webp': 'webp' }

export const fileNameOf = (contentType: ImageType): string => `image.${EXTENSIONS[contentType]}`

/** An upload and the second at which its URL expires. */
export interface SignedUpload {
  readonly uploadId: string
  readonly untilSeconds: number
  readonly signature: string
}

export function readUploadPath(path: string): SignedUpload | null {
  const [, uploadId, seconds, signature] = /^\/u\/([0-9a-z]{20})\/(\d{10})\/([\w-]{43})$/.exec(path) ?? []
  if (uploadId === undefined || seconds === undefined || signature === undefined) return null
  return { uploadId, untilSeconds: Number(seconds), signature }
}

type Link = Omit<SignedUpload, 'signature'>

export const uploadPath = (link: Link, key: Buffer): string =>
  `/u/${link.uploadId}/${link.untilSeconds}/${sign(link, key)}`

export function isValidLink({ signature, ...link }: SignedUpload, key: Buffer, now: Temporal.Instant): boolean {
  const isSigned = timingSafeEqual(Buffer.from(signature), Buffer.from(sign(link, key)))
  return isSigned && now.epochMilliseconds < link.untilSeconds * 1000
}

const sign = ({ uploadId, untilSeconds }: Link, key: Buffer): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([uploadId, untilSeconds]))
    .digest('base64url')

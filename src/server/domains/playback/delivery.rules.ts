/** How a file of an asset is guarded: `checked` asks session, profile and access again, `signed` the signature only. */
export type DeliveryGuard = 'checked' | 'signed'

/** A file below a grant, as its address names it. */
export interface DeliveryPath {
  readonly grant: string
  readonly assetId: string
  /** Below the asset: `v720/00001.m4s`. Letters, digits, `-`, one `/` at most and the dot of its ending. */
  readonly file: string
  readonly type: 'playlist' | 'key' | 'media'
  readonly contentType: string
  readonly guard: DeliveryGuard
}

type FileKind = Pick<DeliveryPath, 'type' | 'contentType' | 'guard'> & { readonly shape: RegExp }

/** Every file that an asset has; whatever else is asked for does not exist. */
const FILES: readonly FileKind[] = [
  { shape: /^[a-z][\w-]{0,40}\/\d{5,7}\.m4s$/, type: 'media', contentType: 'video/iso.segment', guard: 'signed' },
  { shape: /^[a-z][\w-]{0,40}\/init\.mp4$/, type: 'media', contentType: 'video/mp4', guard: 'signed' },
  {
    shape: /^(?:master|[a-z][\w-]{0,40}\/index)\.m3u8$/,
    type: 'playlist',
    contentType: 'application/vnd.apple.mpegurl',
    guard: 'checked',
  },
  { shape: /^key$/, type: 'key', contentType: 'application/octet-stream', guard: 'checked' },
  {
    shape: /^(?:storyboard|sub-[\w-]{1,35})\/[a-zA-Z][\w-]{0,40}\.vtt$/,
    type: 'media',
    contentType: 'text/vtt; charset=utf-8',
    guard: 'signed',
  },
  { shape: /^storyboard\/\d{1,4}\.jpg$/, type: 'media', contentType: 'image/jpeg', guard: 'signed' },
]

const UNDER_GRANT = /^\/v\/([\w.-]{1,512})\/([A-Za-z0-9][\w-]{0,63})\/([\w./-]{1,90})$/

/** Takes the path of a request apart, before any decoding: an escaped character is as foreign as `..`. Null for no file of ours. */
export function readDeliveryPath(path: string): DeliveryPath | null {
  const [, grant, assetId, file] = UNDER_GRANT.exec(path) ?? []
  if (grant === undefined || assetId === undefined || file === undefined) return null
  const kind = FILES.find(({ shape }) => shape.test(file))
  return kind ? { grant, assetId, file, type: kind.type, contentType: kind.contentType, guard: kind.guard } : null
}

/** Where an asset's files stand in the store. */
export const assetKey = (assetId: string, file: string): string => `a/${assetId}/${file}`

/** A public preview as its address names it: also its key in the store, without the leading slash. */
const PREVIEW = /^\/(p\/([A-Za-z0-9][\w-]{0,63})\/[\w-]{1,64}\.mp4)$/

/** Takes `/p/{assetId}/{hash}.mp4` apart. Null for anything else. */
export function readPreviewPath(path: string): { assetId: string; key: string } | null {
  const [, key, assetId] = PREVIEW.exec(path) ?? []
  return key !== undefined && assetId !== undefined ? { assetId, key } : null
}

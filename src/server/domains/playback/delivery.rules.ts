/** How a file of an asset is authorized: `checked` by signature, session, profile and access, `signed` by signature only. */
export type DeliveryGuard = 'checked' | 'signed'

/** The parsed URL of a file below a grant. */
export interface DeliveryPath {
  readonly grant: string
  readonly assetId: string
  /** Path below the asset: `v720/00001.m4s`. Letters, digits, `-`, at most one `/` and an extension. */
  readonly file: string
  readonly type: 'playlist' | 'key' | 'media'
  readonly contentType: string
  readonly guard: DeliveryGuard
}

type FileKind = Pick<DeliveryPath, 'type' | 'contentType' | 'guard'> & { readonly shape: RegExp }

/** All files of an asset; any other path is not found. */
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

/** Parses the undecoded path of a request, so that escaped characters are rejected like `..`. Null if it is not a file of an asset. */
export function readDeliveryPath(path: string): DeliveryPath | null {
  const [, grant, assetId, file] = UNDER_GRANT.exec(path) ?? []
  if (grant === undefined || assetId === undefined || file === undefined) return null
  const kind = FILES.find(({ shape }) => shape.test(file))
  return kind ? { grant, assetId, file, type: kind.type, contentType: kind.contentType, guard: kind.guard } : null
}

/** The object store key of an asset's file. */
export const assetKey = (assetId: string, file: string): string => `a/${assetId}/${file}`

/** The URL of a public preview; without the leading slash it is its object store key. */
const PREVIEW = /^\/(p\/([A-Za-z0-9][\w-]{0,63})\/[\w-]{1,64}\.mp4)$/

/** Parses `/p/{assetId}/{hash}.mp4`. Null for any other path. */
export function readPreviewPath(path: string): { assetId: string; key: string } | null {
  const [, key, assetId] = PREVIEW.exec(path) ?? []
  return key !== undefined && assetId !== undefined ? { assetId, key } : null
}

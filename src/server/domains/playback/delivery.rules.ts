/** `checked`: signature, session, profile and access; `signed`: signature only. */
export type DeliveryGuard = 'checked' | 'signed'

export interface DeliveryPath {
  readonly grant: string
  readonly assetId: string
  readonly file: string
  readonly type: 'playlist' | 'key' | 'media'
  readonly contentType: string
  readonly guard: DeliveryGuard
}

type FileKind = Pick<DeliveryPath, 'type' | 'contentType' | 'guard'> & { readonly shape: RegExp }

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

const UNDER_GRANT = /^\/v\/([\w.-]{1,540})\/([A-Za-z0-9][\w-]{0,63})\/([\w./-]{1,90})$/

/** Undecoded: escaped characters are rejected like `..`. */
export function readDeliveryPath(path: string): DeliveryPath | null {
  const [, grant, assetId, file] = UNDER_GRANT.exec(path) ?? []
  if (grant === undefined || assetId === undefined || file === undefined) return null
  const kind = FILES.find(({ shape }) => shape.test(file))
  return kind ? { grant, assetId, file, type: kind.type, contentType: kind.contentType, guard: kind.guard } : null
}

export const assetKey = (assetId: string, file: string): string => `a/${assetId}/${file}`

/** Without the leading slash the object store key. */
const PREVIEW = /^\/(p\/([A-Za-z0-9][\w-]{0,63})\/[\w-]{1,64}\.mp4)$/

/** `/p/{assetId}/{hash}.mp4` */
export function readPreviewPath(path: string): { assetId: string; key: string } | null {
  const [, key, assetId] = PREVIEW.exec(path) ?? []
  return key !== undefined && assetId !== undefined ? { assetId, key } : null
}

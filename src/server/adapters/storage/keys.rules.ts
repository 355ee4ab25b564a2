const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/**
 * A plain relative path; a prefix may end in a slash.
 * @throws RangeError
 */
export function checkKey(key: string): string {
  const parts = key.replace(/\/$/, '').split('/')
  if (!parts.every((part) => PART.test(part))) throw new RangeError(`not a media key: ${JSON.stringify(key)}`)
  return key
}

const TYPES: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  json: 'application/json',
  woff2: 'font/woff2',
  css: 'text/css; charset=utf-8',
}

/** By extension: a folder cannot store types. */
export const typeOf = (key: string): string => TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream'

export type StoreAddress = { kind: 'file' } | { kind: 's3'; bucket: string; prefix: string }

/**
 * `MEDIA_STORE`: `file` (the data folder) or `s3://bucket/prefix`.
 * @throws RangeError
 */
export function parseStoreAddress(setting: string): StoreAddress {
  if (setting === 'file') return { kind: 'file' }
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(setting) ?? []
  if (!bucket) throw new RangeError(`neither "file" nor s3://bucket/prefix: ${setting}`)
  const prefix = path.replace(/\/+$/, '')
  return { kind: 's3', bucket, prefix: prefix && `${checkKey(prefix)}/` }
}

import { IMAGE_UPLOAD_BYTES_MAX, IMAGE_UPLOAD_TYPES } from '#contract/admin/uploads.ts'
import { IMPORT_BYTES_MAX } from '#contract/title-imports.ts'

export type FileKind = 'table' | 'image' | 'film' | 'subtitle'

const KINDS: readonly (readonly [FileKind, RegExp])[] = [
  ['table', /\.(?:csv|tsv|txt|jsonl|ndjson|json)$/i],
  ['image', /\.(?:jpe?g|png|webp|avif)$/i],
  ['subtitle', /\.(?:srt|vtt|ass|ssa|ttml|dfxp)$/i],
  ['film', /\.(?:mp4|m4v|mov|mkv|webm|mxf|ts|m2ts|mts|avi|mpe?g|wmv|ogv|3gp)$/i],
]

/** By the end of its name; undefined for what an import cannot use. */
export const kindOf = ({ name, type }: Pick<File, 'name' | 'type'>): FileKind | undefined =>
  KINDS.find(([, names]) => names.test(name))?.[0] ??
  (type.startsWith('video/') ? 'film' : IMAGE_UPLOAD_TYPES.includes(type) ? 'image' : undefined)

export const isTooLarge = ({ size }: Pick<File, 'size'>, kind: FileKind): boolean =>
  (kind === 'table' && size > IMPORT_BYTES_MAX) || (kind === 'image' && size > IMAGE_UPLOAD_BYTES_MAX)

export const ACCEPTED =
  '.csv,.tsv,.txt,.jsonl,.ndjson,.json,image/jpeg,image/png,image/webp,image/avif,video/*,.mkv,.mxf,.ts,.m2ts,.mov,.srt,.vtt,.ass,.ssa,.ttml,.dfxp'

const PART = 0x8000

/** The bytes as they are, compressed by gzip, in base64. */
export async function packed(file: Blob): Promise<string> {
  const stream = file.stream().pipeThrough(new CompressionStream('gzip'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += PART) binary += String.fromCharCode(...bytes.subarray(at, at + PART))
  return btoa(binary)
}

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'

export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Under a strong validator: encodings differ in bytes. */
export interface Variant {
  readonly encoding: Encoding
  readonly bytes: Buffer
  readonly etag: string
}

export interface Variants {
  readonly identity: Variant
  /** Bytes in memory with every encoding; estimated for text, which shrinks to a quarter or less. */
  readonly size: number
  ready(encoding: Encoding): Variant | undefined
  load(encoding: Encoding): Promise<Variant>
}

/** Bytes. A response of a thousand fits in one packet anyway; a page loads many small files. */
const WORTH_COMPRESSING = { playlist: 1_024, answer: 1_024, file: 256 } as const

const deflate = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const

/** `playlist`: differs for every play. `file`: compressed once. `none`: compressed already. */
const EFFORT = { playlist: { br: 1, gzip: 1 }, answer: { br: 5, gzip: 6 }, file: { br: 10, gzip: 9 } } as const
export type Effort = keyof typeof EFFORT | 'none'

const compress = (bytes: Uint8Array, encoding: 'br' | 'gzip', effort: keyof typeof EFFORT): Promise<Buffer> =>
  encoding === 'br'
    ? deflate.br(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: EFFORT[effort].br,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      })
    : deflate.gzip(bytes, { level: EFFORT[effort].gzip })

/** Bytes are often a small part of a larger buffer, which would live as long. */
export function trimmed(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/** Off the event loop. Small or incompressible bytes are sent as they are. */
export function variantsOf(whole: Buffer, effort: Effort): Variants {
  const bytes = trimmed(whole)
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const identity: Variant = { encoding: 'identity', bytes, etag: `"${tag}"` }
  if (effort === 'none' || bytes.length < WORTH_COMPRESSING[effort])
    return { identity, size: bytes.length, ready: () => identity, load: async () => identity }
  const ready = new Map<Encoding, Variant>([['identity', identity]])
  const loading = new Map<Encoding, Promise<Variant>>()
  return { identity, size: bytes.length + Math.ceil(bytes.length / 2), ready: (encoding) => ready.get(encoding), load }

  function load(encoding: Encoding): Promise<Variant> {
    const known = ready.get(encoding)
    if (known || encoding === 'identity') return Promise.resolve(known ?? identity)
    const pending = loading.get(encoding) ?? make(encoding).finally(() => loading.delete(encoding))
    loading.set(encoding, pending)
    return pending
  }

  async function make(encoding: 'br' | 'gzip'): Promise<Variant> {
    const smaller = await compress(bytes, encoding, effort as keyof typeof EFFORT)
    const variant =
      smaller.length < bytes.length ? { encoding, bytes: trimmed(smaller), etag: `"${tag}-${encoding}"` } : identity
    ready.set(encoding, variant)
    return variant
  }
}

export async function compressAnswer(
  bytes: Buffer,
  encoding: Encoding,
  effort: 'answer' | 'playlist' = 'answer',
): Promise<{ encoding: Encoding; bytes: Buffer }> {
  if (encoding === 'identity' || bytes.length < WORTH_COMPRESSING[effort]) return { encoding: 'identity', bytes }
  return { encoding, bytes: await compress(bytes, encoding, effort) }
}

const negotiated = new LRUCache<string, Encoding>({ max: 200 })
const ACCEPT_LENGTH_MAX = 200

/** RFC 9110 12.5.3; br before gzip without a preference. */
export function encodingFor(accept: string | undefined): Encoding {
  if (!accept) return 'identity'
  const known = negotiated.get(accept)
  if (known) return known
  const encoding = negotiate(accept)
  if (accept.length < ACCEPT_LENGTH_MAX) negotiated.set(accept, encoding)
  return encoding
}

function negotiate(accept: string): Encoding {
  // RFC 9110 8.4.1.3: x-gzip is gzip.
  const headers = { 'accept-encoding': accept.toLowerCase().replaceAll('x-gzip', 'gzip') }
  const [encoding = 'identity'] = new Negotiator({ headers }).encodings([...ENCODINGS], { preferred: [...ENCODINGS] })
  return encoding as Encoding
}

/** Weak comparison (RFC 9110 13.1.2). */
export const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag ||
    ifNoneMatch === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))

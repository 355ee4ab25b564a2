/** What went wrong, in the words that a viewer can act on. */
export type FailureKind =
  /** The line: kept trying, with the frame left standing. */
  | 'network'
  /** Forbidden even under a new grant. */
  | 'forbidden'
  /** Something is not there. */
  | 'missing'
  /** The key did not come. */
  | 'key'
  /** The device could not decode it. */
  | 'decode'
  /** The device cannot play this format at all. */
  | 'format'
  /** The browser can play no stream. */
  | 'browser'
  /** The order was refused, with the server's own words. */
  | 'refused'

export interface Failure {
  readonly kind: FailureKind
  /** The code to quote. */
  readonly code: string
  /** The server's sentence, for `refused`. */
  readonly message?: string
  /** The rung to offer instead, for `format`. */
  readonly instead?: number | undefined
}

/** SPEC section 8 fixes 4032; the others are ours, and stand beside it. */
export const FAILURE_CODE = {
  network: '4001',
  decode: '4003',
  missing: '4004',
  forbidden: '4030',
  key: '4031',
  format: '4032',
  browser: '4033',
} as const satisfies Record<Exclude<FailureKind, 'refused'>, string>

/** A failure of ours. */
export function failure(kind: keyof typeof FAILURE_CODE, more: Pick<Failure, 'instead'> = {}): Failure {
  return { kind, code: FAILURE_CODE[kind], ...more }
}

/** A refused order, or one that did not come through. */
export function orderFailure(answer: { code: string; message: string }): Failure {
  return answer.code === 'NETWORK'
    ? failure('network')
    : { kind: 'refused', code: answer.code, message: answer.message }
}

/** What hls.js says of an error that it cannot get over by itself. */
export interface StreamError {
  /** Its `ErrorTypes`. */
  readonly type: string
  /** Its `ErrorDetails`. */
  readonly details: string
  /** The HTTP status, 0 or none when nothing answered. */
  readonly status?: number | undefined
}

/** Reads an error of hls.js. */
export function streamFailure({ type, details, status }: StreamError): Failure {
  if (details === 'manifestIncompatibleCodecsError' || details === 'bufferAddCodecError') return failure('format')
  if (status === 403) return failure('forbidden')
  if (type === 'networkError' || /LoadError$|LoadTimeOut$/.test(details)) {
    if (status === 404 || status === 410) return failure('missing')
    return failure('network')
  }
  if (details.startsWith('key') || details === 'fragDecryptError') return failure('key')
  if (type === 'mediaError' || type === 'muxError') return failure('decode')
  return failure('missing')
}

/** Reads `video.error` of a stream that the browser plays by itself. */
export function elementFailure(code: number | undefined): Failure {
  if (code === 2) return failure('network')
  return failure(code === 3 ? 'decode' : 'missing')
}

/** How long to wait before the line is tried again by itself. */
export function retryDelayMs(attempt: number): number {
  return Math.min(30_000, 2000 * 2 ** attempt)
}

/** Whether a load that answered `status` is worth trying again. */
export function worthRetrying(status: number | undefined): boolean {
  return !status || status === 408 || status === 429 || status >= 500
}

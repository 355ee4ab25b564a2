import { PLAYER_FAILURE_CODE } from '#contract/playback-reports.ts'
import type { RunningStream } from '#contract/error-codes.ts'
import type { Failure as CallFailure } from '#web/kit/envelope.ts'

/** By what the viewer can do. The texts are in `player.failure`. */
export const FAILURE_KINDS = [
  'network',
  /** Our server answered with a fault of its own. */
  'server',
  /** Also under a new grant. */
  'forbidden',
  'missing',
  'key',
  'decode',
  'format',
  'browser',
  'streams',
  'stopped',
  /** The order was refused, with the server's message. */
  'refused',
] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

export interface Failure {
  readonly kind: FailureKind
  readonly code: string
  /** From the server. */
  readonly message?: string
  /** The id in the server's log. */
  readonly requestId?: string | undefined
  /** For `streams`: the running ones. */
  readonly streams?: readonly RunningStream[]
  /** For `format`: the rung to offer instead. */
  readonly instead?: number | undefined
}

export const FAILURE_CODE = PLAYER_FAILURE_CODE satisfies Record<
  Exclude<FailureKind, 'refused' | 'streams' | 'stopped'>,
  string
>

/** The code for an id that cannot be one. */
export const MALFORMED = 'INVALID_INPUT'

export function failure(kind: keyof typeof FAILURE_CODE, more: Pick<Failure, 'instead'> = {}): Failure {
  return { kind, code: FAILURE_CODE[kind], ...more }
}

export function orderFailure({ errorCode: code, message, streams, requestId }: CallFailure): Failure {
  if (code === 'NETWORK') return failure('network')
  if (isServerFault(code)) return { kind: 'server', code, message, requestId }
  if (code === 'STREAM_LIMIT') return { kind: 'streams', code, message, streams: streams ?? [] }
  // The server's message is meant for form fields.
  if (code === MALFORMED) return { kind: 'refused', code }
  return { kind: code === 'STREAM_ENDED' ? 'stopped' : 'refused', code, message }
}

/** A fault of ours. */
export const isServerFault = (code: string): boolean => code === 'INTERNAL' || code === 'UNAVAILABLE'

/** The server's own words, which say more than the stream's files. */
export const isRefusal = (found: Failure | null): boolean =>
  found?.kind === 'refused' ||
  found?.kind === 'streams' ||
  found?.kind === 'stopped' ||
  (found?.kind === 'server' && found.message !== undefined)

/** Retried, while the buffer plays on. */
export const isPassing = (found: Failure | null): boolean =>
  found?.kind === 'network' || (found?.kind === 'server' && !isRefusal(found))

/** Refusals that a retry cannot change. */
const FINAL: ReadonlySet<string> = new Set([
  '403',
  MALFORMED,
  'NOT_ALLOWED',
  'NOT_FOUND',
  'NOT_ON_SALE',
  'INSUFFICIENT_TICKETS',
  'VOUCHERS_NOT_TAKEN',
  'PREPARING',
])

/** Shown without a code to quote and without a retry. */
export const isFinal = ({ kind, code }: Failure): boolean => kind === 'refused' && FINAL.has(code)

export interface StreamError {
  readonly type: string
  readonly details: string
  /** The HTTP status; 0 or undefined without a response. */
  readonly status?: number | undefined
}

export function streamFailure({ type, details, status }: StreamError): Failure {
  if (details === 'manifestIncompatibleCodecsError' || details === 'bufferAddCodecError') return failure('format')
  if (status === 403) return failure('forbidden')
  if (type === 'networkError' || /LoadError$|LoadTimeOut$/.test(details)) {
    if (status === 404 || status === 410) return failure('missing')
    return failure(status !== undefined && status >= 500 ? 'server' : 'network')
  }
  if (details.startsWith('key') || details === 'fragDecryptError') return failure('key')
  if (type === 'mediaError' || type === 'muxError') return failure('decode')
  return failure('missing')
}

export function elementFailure(code: number | undefined): Failure {
  if (code === 2) return failure('network')
  return failure(code === 3 ? 'decode' : 'missing')
}

/** The delay before an automatic retry: exponential, at most 30 s. */
export function retryDelayMs(attempt: number): number {
  return Math.min(30_000, 2000 * 2 ** attempt)
}

/** Whether a load that failed with `status` may succeed when retried. */
export function worthRetrying(status: number | undefined): boolean {
  return !status || status === 408 || status === 429 || status >= 500
}

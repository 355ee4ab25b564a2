import { PLAYER_FAILURE_CODE } from '#contract/playback-reports.ts'
import type { RunningStream } from '#contract/errors.ts'
import type { Failure as CallFailure } from '#web/kit/envelope.ts'

/** What failed, by what the viewer can do about it. The texts of each are in `#text`, in `player.failure`. */
export const FAILURE_KINDS = [
  /** The network. Retried, with the last frame on screen. */
  'network',
  /** Our server answered with a fault of its own. */
  'server',
  /** Forbidden even under a new grant. */
  'forbidden',
  /** A file does not exist. */
  'missing',
  /** The content key could not be loaded. */
  'key',
  /** The device could not decode it. */
  'decode',
  /** The device cannot play this format at all. */
  'format',
  /** The browser can play no stream. */
  'browser',
  /** The account plays on as many devices as it may. */
  'streams',
  /** The stream was stopped from another device. */
  'stopped',
  /** The order was refused, with the server's message. */
  'refused',
] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

export interface Failure {
  readonly kind: FailureKind
  /** The code to quote. */
  readonly code: string
  /** The server's message, for `refused`, and for a `server` fault that answered an order. */
  readonly message?: string
  /** What the server's log knows a fault by. */
  readonly requestId?: string | undefined
  /** The running streams, one of which can be stopped, for `streams`. */
  readonly streams?: readonly RunningStream[]
  /** The rung to offer instead, for `format`. */
  readonly instead?: number | undefined
}

export const FAILURE_CODE = PLAYER_FAILURE_CODE satisfies Record<
  Exclude<FailureKind, 'refused' | 'streams' | 'stopped'>,
  string
>

/** The error code for an id that cannot be one: the address names no title. */
export const MALFORMED = 'INVALID_INPUT'

/** A failure that the player detected. */
export function failure(kind: keyof typeof FAILURE_CODE, more: Pick<Failure, 'instead'> = {}): Failure {
  return { kind, code: FAILURE_CODE[kind], ...more }
}

/** The failure of an order that was refused or not answered. */
export function orderFailure({ errorCode: code, message, streams, requestId }: CallFailure): Failure {
  if (code === 'NETWORK') return failure('network')
  if (isServerFault(code)) return { kind: 'server', code, message, requestId }
  if (code === 'STREAM_LIMIT') return { kind: 'streams', code, message, streams: streams ?? [] }
  // Its message is for what was typed into a form.
  if (code === MALFORMED) return { kind: 'refused', code }
  return { kind: code === 'STREAM_ENDED' ? 'stopped' : 'refused', code, message }
}

/** Whether a call failed by a fault of ours. */
export const isServerFault = (code: string): boolean => code === 'INTERNAL' || code === 'UNAVAILABLE'

/** Whether an order was not granted, with the server's own words: what the stream's files answer then says less. */
export const isRefusal = (found: Failure | null): boolean =>
  found?.kind === 'refused' ||
  found?.kind === 'streams' ||
  found?.kind === 'stopped' ||
  (found?.kind === 'server' && found.message !== undefined)

/** Whether a file of the stream could not be loaded for now: it is tried again, and the buffer plays on meanwhile. */
export const isPassing = (found: Failure | null): boolean =>
  found?.kind === 'network' || (found?.kind === 'server' && !isRefusal(found))

/** Refusals that trying again cannot change: the title is unknown, not for this viewer, or not there yet. */
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

/** Whether a failure is final: its sentence says all, without a code to quote and without another try. */
export const isFinal = ({ kind, code }: Failure): boolean => kind === 'refused' && FINAL.has(code)

/** A fatal error of hls.js. */
export interface StreamError {
  /** Its `ErrorTypes`. */
  readonly type: string
  /** Its `ErrorDetails`. */
  readonly details: string
  /** The HTTP status; 0 or undefined without a response. */
  readonly status?: number | undefined
}

/** The failure that a fatal error of hls.js means. */
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

/** The failure that the code of `video.error` means, for a stream that the browser plays by itself. */
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

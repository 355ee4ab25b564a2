import type { Refusal } from '#contract/errors.ts'

/** Every response of the wire (PRODUCT 3). */
export type Envelope<T> = ({ result: 'SUCCESS' } & T) | Failure

type NetworkFailure = { readonly [N in Exclude<keyof Refusal, 'result' | 'errorCode' | 'message'>]?: undefined } & {
  readonly result: 'FAILED'
  readonly errorCode: 'NETWORK'
  readonly message: string
}

export type Failure = Refusal | NetworkFailure

/** A refusal as an exception. `code` is the wire's errorCode, `message` is for the user. */
export class CallError extends Error {
  readonly code: string
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'CallError'
    this.code = failure.errorCode
    this.failure = failure
  }
}

/** INVALID_INPUT too: an id that the server does not accept names nothing. Not for calls with input from a form. */
export const isNotFound = (error: CallError | null | undefined): boolean =>
  error?.code === 'NOT_FOUND' || error?.code === 'INVALID_INPUT'

/** Reads a response body as an envelope; anything else counts as no answer. */
export function asEnvelope<T>(body: unknown, message: string): Envelope<T> {
  if (typeof body === 'object' && body !== null && 'result' in body) {
    if (body.result === 'SUCCESS') return body as Envelope<T>
    if (body.result === 'FAILED') return { errorCode: 'INTERNAL', message, ...body } as Failure
  }
  return networkFailure(message)
}

/** The code to quote is the id of the request, or the status of a proxy that answered instead of the service. */
export function sayFault<T>(envelope: Envelope<T>, status: number, message: (code: string) => string): Envelope<T> {
  if (status < 400 || envelope.result !== 'FAILED') return envelope
  if (envelope.errorCode === 'UNAVAILABLE')
    return { ...envelope, message: message(envelope.requestId ?? String(status)) } as Envelope<T>
  if (envelope.errorCode !== 'NETWORK' && envelope.errorCode !== 'INTERNAL') return envelope
  const requestId = envelope.requestId ?? String(status)
  return { result: 'FAILED', errorCode: 'INTERNAL', requestId, message: message(requestId) }
}

export const networkFailure = (message: string): Failure => ({ result: 'FAILED', errorCode: 'NETWORK', message })

import type { Refusal } from '#contract/errors.ts'

/** Every answer of the wire (PRODUCT 3). */
export type Envelope<T> = ({ result: 'SUCCESS' } & T) | Failure

/** A call that got no answer. */
type NetworkFailure = { readonly [N in Exclude<keyof Refusal, 'result' | 'errorCode' | 'message'>]?: undefined } & {
  readonly result: 'FAILED'
  readonly errorCode: 'NETWORK'
  readonly message: string
}

/** A refusal with the data that its code carries, or a call that got no answer. */
export type Failure = Refusal | NetworkFailure

/** A refusal as an exception, for code that only wants the answer. `code` is the wire's errorCode, `message` is for the reader. */
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

/** SPEC 4: with these, while a token is stored, the session is over. */
const DEAD_SESSION = new Set(['0x800A1000', '0x800A1001', '0x800A3002'])
export const isDeadSession = (code: string): boolean => DEAD_SESSION.has(code)

/** What came back, as an envelope; anything that is none counts as a network failure. */
export function asEnvelope<T>(body: unknown, networkMessage: string): Envelope<T> {
  if (typeof body === 'object' && body !== null && 'result' in body) {
    if (body.result === 'SUCCESS') return body as Envelope<T>
    if (body.result === 'FAILED') return { errorCode: 'INTERNAL', message: networkMessage, ...body } as Failure
  }
  return networkFailure(networkMessage)
}

export const networkFailure = (message: string): Failure => ({ result: 'FAILED', errorCode: 'NETWORK', message })

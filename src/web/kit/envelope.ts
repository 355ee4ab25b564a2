/** Every answer of the wire (PRODUCT 3). */
export type Envelope<T> = ({ result: 'SUCCESS' } & T) | Failure

/** A refusal, or a call that got no answer (`errorCode` NETWORK). */
export interface Failure {
  result: 'FAILED'
  errorCode: string
  message: string
  /** With INVALID_INPUT: a sentence for each wrong field. */
  fields?: Record<string, string>
  /** With TOO_MANY_TRIES: seconds. */
  retryAfter?: number
  /** With a wrong code: how many more may be tried before a wait. */
  triesLeft?: number
  /** With NOT_ALLOWED: the account is being closed. */
  closing?: boolean
}

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
    if (body.result === 'FAILED') {
      const { errorCode = 'INTERNAL', message = networkMessage } = body as Partial<Failure>
      return { ...(body as Failure), errorCode, message }
    }
  }
  return networkFailure(networkMessage)
}

export const networkFailure = (message: string): Failure => ({ result: 'FAILED', errorCode: 'NETWORK', message })

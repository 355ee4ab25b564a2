/**
 * Every code a call can refuse with (WIRE.md). The text, the HTTP status and the wire code of each stand in three tables
 * that `satisfies Record<ErrorCode, …>`: a new code does not compile until it has all three.
 */
export const ERROR_CODES = [
  'INVALID_INPUT',
  'LOGIN_REQUIRED',
  'SESSION_UNKNOWN',
  'SESSION_EXPIRED',
  'SESSION_ENDED',
  'NOT_FOUND',
  'NOT_ALLOWED',
  'METHOD_NOT_ALLOWED',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'CROSS_SITE',
  'WRONG_CREDENTIALS',
  'WRONG_CODE',
  'CODE_EXPIRED',
  'DEVICE_LIMIT',
  'PARENTAL_CODE_REQUIRED',
  'WRONG_PARENTAL_CODE',
  'EMAIL_NEEDED',
  'ACCOUNT_CLOSING',
  'TOO_MANY_TRIES',
  'REGION_REFUSED',
  'KIDS_REFUSED',
  'CLASS_REFUSED',
  'WINDOW_CLOSED',
  'PREPARING',
  'NOT_ON_SALE',
  'GRANT_REFUSED',
  'CONFLICT',
  'UNAVAILABLE',
  'INTERNAL',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** What travels as `errorCode`. SPEC section 4 fixes the three of a dead session, section 4 the 403 of a refused order. */
export const WIRE_CODE = {
  INVALID_INPUT: 'INVALID_INPUT',
  LOGIN_REQUIRED: 'LOGIN_REQUIRED',
  SESSION_UNKNOWN: '0x800A1000',
  SESSION_EXPIRED: '0x800A1001',
  SESSION_ENDED: '0x800A3002',
  NOT_FOUND: 'NOT_FOUND',
  NOT_ALLOWED: 'NOT_ALLOWED',
  METHOD_NOT_ALLOWED: 'METHOD_NOT_ALLOWED',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  CROSS_SITE: 'CROSS_SITE',
  WRONG_CREDENTIALS: 'WRONG_CREDENTIALS',
  WRONG_CODE: 'WRONG_CODE',
  CODE_EXPIRED: 'CODE_EXPIRED',
  DEVICE_LIMIT: 'DEVICE_LIMIT',
  PARENTAL_CODE_REQUIRED: 'PARENTAL_CODE_REQUIRED',
  WRONG_PARENTAL_CODE: 'WRONG_PARENTAL_CODE',
  EMAIL_NEEDED: 'EMAIL_NEEDED',
  ACCOUNT_CLOSING: 'NOT_ALLOWED',
  TOO_MANY_TRIES: 'TOO_MANY_TRIES',
  REGION_REFUSED: '403',
  KIDS_REFUSED: '403',
  CLASS_REFUSED: '403',
  WINDOW_CLOSED: '403',
  PREPARING: 'PREPARING',
  NOT_ON_SALE: 'NOT_ON_SALE',
  GRANT_REFUSED: '403',
  CONFLICT: 'CONFLICT',
  UNAVAILABLE: 'UNAVAILABLE',
  INTERNAL: 'INTERNAL',
} as const satisfies Record<ErrorCode, string>

/** HTTP status by code: a business outcome is 200 (PRODUCT section 3). */
export const HTTP_STATUS = {
  INVALID_INPUT: 400,
  LOGIN_REQUIRED: 401,
  SESSION_UNKNOWN: 401,
  SESSION_EXPIRED: 401,
  SESSION_ENDED: 401,
  NOT_FOUND: 200,
  NOT_ALLOWED: 200,
  METHOD_NOT_ALLOWED: 405,
  UNSUPPORTED_MEDIA_TYPE: 415,
  PAYLOAD_TOO_LARGE: 413,
  CROSS_SITE: 403,
  WRONG_CREDENTIALS: 200,
  WRONG_CODE: 200,
  CODE_EXPIRED: 200,
  DEVICE_LIMIT: 200,
  PARENTAL_CODE_REQUIRED: 200,
  WRONG_PARENTAL_CODE: 200,
  EMAIL_NEEDED: 200,
  ACCOUNT_CLOSING: 200,
  TOO_MANY_TRIES: 429,
  REGION_REFUSED: 200,
  KIDS_REFUSED: 200,
  CLASS_REFUSED: 200,
  WINDOW_CLOSED: 200,
  PREPARING: 200,
  NOT_ON_SALE: 200,
  GRANT_REFUSED: 403,
  CONFLICT: 200,
  UNAVAILABLE: 503,
  INTERNAL: 500,
} as const satisfies Record<ErrorCode, number>

/** Parameters that a sentence about an error may name. */
export type ErrorParams = Readonly<Record<string, string | number>>

/**
 * A refusal: thrown by domains, turned into an envelope by the wire. `fields` goes with INVALID_INPUT: a rule of `fields.ts` or
 * a sentence for each wrong field.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams
  readonly fields: Readonly<Record<string, string>> | undefined
  /** What the envelope of a refusal carries besides: `devices` of DEVICE_LIMIT, `triesLeft` of a wrong code. */
  facts: Readonly<Record<string, unknown>> | undefined

  constructor(code: ErrorCode, params: ErrorParams = {}, fields?: Readonly<Record<string, string>>) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.params = params
    this.fields = fields
  }

  /** The same refusal with facts for its envelope. */
  withFacts(facts: Readonly<Record<string, unknown>>): this {
    this.facts = facts
    return this
  }
}

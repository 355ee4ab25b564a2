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
  'TOO_MANY_TRIES',
  'REGION_REFUSED',
  'KIDS_REFUSED',
  'CLASS_REFUSED',
  'WINDOW_CLOSED',
  'PREPARING',
  'NOT_ON_SALE',
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
  TOO_MANY_TRIES: 'TOO_MANY_TRIES',
  REGION_REFUSED: '403',
  KIDS_REFUSED: '403',
  CLASS_REFUSED: '403',
  WINDOW_CLOSED: '403',
  PREPARING: 'PREPARING',
  NOT_ON_SALE: 'NOT_ON_SALE',
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
  TOO_MANY_TRIES: 429,
  REGION_REFUSED: 200,
  KIDS_REFUSED: 200,
  CLASS_REFUSED: 200,
  WINDOW_CLOSED: 200,
  PREPARING: 200,
  NOT_ON_SALE: 200,
  CONFLICT: 200,
  UNAVAILABLE: 503,
  INTERNAL: 500,
} as const satisfies Record<ErrorCode, number>

/** Parameters that a sentence about an error may name. */
export type ErrorParams = Readonly<Record<string, string | number>>

/** A refusal: thrown by domains, turned into an envelope by the wire. `fields` goes with INVALID_INPUT. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams
  readonly fields: Readonly<Record<string, string>> | undefined

  constructor(code: ErrorCode, params: ErrorParams = {}, fields?: Readonly<Record<string, string>>) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.params = params
    this.fields = fields
  }
}

import * as z from 'zod/mini'
import { id, instant } from './wire-values.ts'

/** A sentence for each wrong field. Domains give a rule of `fields.ts`, the wire its sentence. */
const fields = z.optional(z.record(z.string(), z.string()))
/** Seconds. */
const retryAfter = z.number()
const triesLeft = z.optional(z.number())

export const device = z.object({
  deviceId: id,
  name: z.string(),
  lastSeenAt: instant,
  loggedInAt: instant,
  current: z.boolean(),
})
export type Device = z.output<typeof device>

/** `title` is empty to a kids profile; `current`: in the session of the request. */
export const runningStream = z.object({
  streamId: id,
  deviceName: z.string(),
  title: z.string(),
  since: instant,
  current: z.boolean(),
})
export type RunningStream = z.output<typeof runningStream>

interface ErrorRow {
  readonly wireCode: string
  /** A business outcome is 200 (PRODUCT section 3). */
  readonly status: number
  readonly carries?: z.ZodMiniObject
}

/** WIRE.md. SPEC section 4 fixes the codes of the three dead sessions, and the 403 of a refused order. */
export const ERRORS = {
  INVALID_INPUT: { wireCode: 'INVALID_INPUT', status: 400, carries: z.object({ fields }) },
  LOGIN_REQUIRED: { wireCode: 'LOGIN_REQUIRED', status: 401 },
  SESSION_UNKNOWN: { wireCode: '0x800A1000', status: 401 },
  SESSION_EXPIRED: { wireCode: '0x800A1001', status: 401 },
  SESSION_ENDED: { wireCode: '0x800A3002', status: 401 },
  NOT_FOUND: { wireCode: 'NOT_FOUND', status: 200, carries: z.object({ fields }) },
  NOT_ALLOWED: { wireCode: 'NOT_ALLOWED', status: 200 },
  METHOD_NOT_ALLOWED: { wireCode: 'METHOD_NOT_ALLOWED', status: 405 },
  UNSUPPORTED_MEDIA_TYPE: { wireCode: 'UNSUPPORTED_MEDIA_TYPE', status: 415 },
  PAYLOAD_TOO_LARGE: { wireCode: 'PAYLOAD_TOO_LARGE', status: 413 },
  CROSS_SITE: { wireCode: 'CROSS_SITE', status: 403 },
  WRONG_CREDENTIALS: { wireCode: 'WRONG_CREDENTIALS', status: 200, carries: z.object({ fields }) },
  WRONG_CODE: { wireCode: 'WRONG_CODE', status: 200, carries: z.object({ triesLeft }) },
  CODE_EXPIRED: { wireCode: 'CODE_EXPIRED', status: 200 },
  CODE_USED: { wireCode: 'CODE_USED', status: 200 },
  NEW_USERS_ONLY: { wireCode: 'NEW_USERS_ONLY', status: 200 },
  DEVICE_LIMIT: { wireCode: 'DEVICE_LIMIT', status: 200, carries: z.object({ devices: z.array(device) }) },
  PARENTAL_CODE_REQUIRED: { wireCode: 'PARENTAL_CODE_REQUIRED', status: 200 },
  WRONG_PARENTAL_CODE: {
    wireCode: 'WRONG_PARENTAL_CODE',
    status: 200,
    carries: z.object({ fields, triesLeft, retryAfter: z.optional(retryAfter) }),
  },
  EMAIL_NEEDED: { wireCode: 'EMAIL_NEEDED', status: 200 },
  KIDS_NOT_ALLOWED: { wireCode: 'NOT_ALLOWED', status: 200 },
  /** By an administrator, for a while. */
  REGISTRATION_CLOSED: { wireCode: 'NOT_ALLOWED', status: 200 },
  /** By customer care, for a while. */
  COMMENTS_CLOSED: { wireCode: 'NOT_ALLOWED', status: 200 },
  /** This kind of payment, by finance, for a while. */
  PAYMENT_PAUSED: { wireCode: 'PAYMENT_NOT_STARTED', status: 200 },
  /** Tells this cause of NOT_ALLOWED from others. */
  ACCOUNT_CLOSING: { wireCode: 'NOT_ALLOWED', status: 200, carries: z.object({ closing: z.literal(true) }) },
  TOO_MANY_TRIES: { wireCode: 'TOO_MANY_TRIES', status: 429, carries: z.object({ retryAfter }) },
  REGION_REFUSED: { wireCode: '403', status: 200 },
  KIDS_REFUSED: { wireCode: '403', status: 200 },
  CLASS_REFUSED: { wireCode: '403', status: 200 },
  WINDOW_CLOSED: { wireCode: '403', status: 200 },
  PREPARING: { wireCode: 'PREPARING', status: 200 },
  NOT_ON_SALE: { wireCode: 'NOT_ON_SALE', status: 200 },
  KIDS_PURCHASE_REFUSED: { wireCode: '403', status: 200 },
  PLAN_REQUIRED: { wireCode: 'PLAN_REQUIRED', status: 200 },
  INSUFFICIENT_CREDITS: {
    wireCode: 'INSUFFICIENT_CREDITS',
    status: 200,
    carries: z.object({ needed: z.number(), owned: z.number() }),
  },
  INSUFFICIENT_TICKETS: { wireCode: 'INSUFFICIENT_TICKETS', status: 200 },
  VOUCHERS_NOT_TAKEN: { wireCode: 'INSUFFICIENT_TICKETS', status: 200 },
  /** To a member whose partner has none. */
  VOUCHERS_ONLY: { wireCode: 'NOT_ON_SALE', status: 200 },
  /** Older than ten minutes, used for something else, or the price has changed. */
  QUOTE_EXPIRED: { wireCode: 'QUOTE_EXPIRED', status: 200 },
  PURCHASES_BLOCKED: { wireCode: 'NOT_ALLOWED', status: 200 },
  /** The provider refused or did not answer (SPEC section 8). */
  PAYMENT_NOT_STARTED: { wireCode: 'PAYMENT_NOT_STARTED', status: 200 },
  /**
   * SPEC section 8. Without `goodsId`: no lock within two seconds, try again after `retryAfter`. With it: too few units; other payments
   * hold them until `retryAfter`, without that they are sold out.
   */
  SELLING_FAST: {
    wireCode: 'SELLING_FAST',
    status: 200,
    carries: z.object({
      goodsId: z.optional(z.string()),
      available: z.optional(z.number()),
      retryAfter: z.optional(retryAfter),
    }),
  },
  PENDING: { wireCode: 'PENDING', status: 200 },
  STREAM_LIMIT: { wireCode: 'STREAM_LIMIT', status: 200, carries: z.object({ streams: z.array(runningStream) }) },
  STREAM_ENDED: { wireCode: 'STREAM_ENDED', status: 200 },
  GRANT_REFUSED: { wireCode: '403', status: 403 },
  CONFLICT: { wireCode: 'CONFLICT', status: 200 },
  /** Of operators: another one has saved since. `current` is what they saved. */
  VERSION_CONFLICT: {
    wireCode: 'VERSION_CONFLICT',
    status: 200,
    carries: z.object({ current: z.record(z.string(), z.unknown()), by: z.string(), at: instant }),
  },
  /** Of operators: the call asks for a code of the authenticator app. */
  STEP_UP_REQUIRED: { wireCode: 'STEP_UP_REQUIRED', status: 200 },
  UNAVAILABLE: {
    wireCode: 'UNAVAILABLE',
    status: 503,
    carries: z.object({ retryAfter: z.optional(retryAfter), requestId: z.optional(z.string()) }),
  },
  INTERNAL: { wireCode: 'INTERNAL', status: 500, carries: z.object({ requestId: z.string() }) },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof ERRORS
/** Of the operators' wire alone. */
const CONSOLE_CODES: readonly ErrorCode[] = ['VERSION_CONFLICT', 'STEP_UP_REQUIRED']
/** Those that viewers meet: each has its part in the help article. */
export const ERROR_CODES = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => !CONSOLE_CODES.includes(code))

export const errorRow = (code: ErrorCode): ErrorRow => ERRORS[code]

import * as z from 'zod/mini'
import { device } from './devices.ts'
import type { OperatorProblem } from './operator-problems.ts'
import { runningStream } from './running-streams.ts'

/** A sentence for each wrong field. Domains give a rule of `fields.ts` instead; the wire replaces it with its sentence. */
const fields = z.optional(z.record(z.string(), z.string()))
/** Seconds. */
const retryAfter = z.number()
/** Tries left before a wait. */
const triesLeft = z.optional(z.number())

interface ErrorRow {
  /** What travels as `errorCode`. */
  readonly wireCode: string
  /** A business outcome is 200 (PRODUCT section 3). */
  readonly status: number
  /** What the envelope carries besides `errorCode` and `message`. */
  readonly carries?: z.ZodMiniObject
}

/**
 * Every code a call can refuse with (WIRE.md). The sentences are in `#text`, where `satisfies Record<ErrorCode, …>` requires
 * one for each code. SPEC section 4 fixes the wire codes of the three dead sessions, and the 403 of a refused order.
 */
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
  /** A code that was used up, by others. */
  CODE_USED: { wireCode: 'CODE_USED', status: 200 },
  /** A code for accounts that are new and have never had a plan, a payment or a code. */
  NEW_USERS_ONLY: { wireCode: 'NEW_USERS_ONLY', status: 200 },
  DEVICE_LIMIT: { wireCode: 'DEVICE_LIMIT', status: 200, carries: z.object({ devices: z.array(device) }) },
  PARENTAL_CODE_REQUIRED: { wireCode: 'PARENTAL_CODE_REQUIRED', status: 200 },
  WRONG_PARENTAL_CODE: {
    wireCode: 'WRONG_PARENTAL_CODE',
    status: 200,
    carries: z.object({ fields, triesLeft, retryAfter: z.optional(retryAfter) }),
  },
  EMAIL_NEEDED: { wireCode: 'EMAIL_NEEDED', status: 200 },
  /** A call that a kids profile may not make. */
  KIDS_NOT_ALLOWED: { wireCode: 'NOT_ALLOWED', status: 200 },
  /** NOT_ALLOWED has many causes; `closing` tells a client this one. */
  ACCOUNT_CLOSING: { wireCode: 'NOT_ALLOWED', status: 200, carries: z.object({ closing: z.literal(true) }) },
  TOO_MANY_TRIES: { wireCode: 'TOO_MANY_TRIES', status: 429, carries: z.object({ retryAfter }) },
  REGION_REFUSED: { wireCode: '403', status: 200 },
  KIDS_REFUSED: { wireCode: '403', status: 200 },
  CLASS_REFUSED: { wireCode: '403', status: 200 },
  WINDOW_CLOSED: { wireCode: '403', status: 200 },
  PREPARING: { wireCode: 'PREPARING', status: 200 },
  NOT_ON_SALE: { wireCode: 'NOT_ON_SALE', status: 200 },
  /** A child's profile does not buy. */
  KIDS_PURCHASE_REFUSED: { wireCode: '403', status: 200 },
  /** A members-only title, and no plan. */
  PLAN_REQUIRED: { wireCode: 'PLAN_REQUIRED', status: 200 },
  /** `needed`: the price in credits; `owned`: what the account can spend now. */
  INSUFFICIENT_CREDITS: {
    wireCode: 'INSUFFICIENT_CREDITS',
    status: 200,
    carries: z.object({ needed: z.number(), owned: z.number() }),
  },
  /** A telecom partner's member has no ticket for it. */
  INSUFFICIENT_TICKETS: { wireCode: 'INSUFFICIENT_TICKETS', status: 200 },
  VOUCHERS_NOT_TAKEN: { wireCode: 'INSUFFICIENT_TICKETS', status: 200 },
  /** The quote is older than ten minutes, was used for something else, or its price is no longer the title's. */
  QUOTE_EXPIRED: { wireCode: 'QUOTE_EXPIRED', status: 200 },
  /** An operator has stopped the account's purchases, after a dispute. */
  PURCHASES_BLOCKED: { wireCode: 'NOT_ALLOWED', status: 200 },
  /** SPEC section 8: the provider refused to begin, or gave no answer. */
  PAYMENT_NOT_STARTED: { wireCode: 'PAYMENT_NOT_STARTED', status: 200 },
  /**
   * SPEC section 8. Without `goodsId` a purchase did not get its lock within two seconds: it can be tried again after `retryAfter`. With it
   * fewer units of these goods can be had now than were ordered: others' payments hold them until `retryAfter` at the latest; without that
   * they are sold out.
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
  /** The payer has not approved yet. */
  PENDING: { wireCode: 'PENDING', status: 200 },
  /** The account plays on as many devices as it may; `streams` are those, one of which `endStream` may name. */
  STREAM_LIMIT: { wireCode: 'STREAM_LIMIT', status: 200, carries: z.object({ streams: z.array(runningStream) }) },
  /** The stream was stopped from another device of the account. */
  STREAM_ENDED: { wireCode: 'STREAM_ENDED', status: 200 },
  GRANT_REFUSED: { wireCode: '403', status: 403 },
  CONFLICT: { wireCode: 'CONFLICT', status: 200 },
  UNAVAILABLE: { wireCode: 'UNAVAILABLE', status: 503, carries: z.object({ retryAfter: z.optional(retryAfter) }) },
  /** `requestId` is what a caller names when reporting the fault. */
  INTERNAL: { wireCode: 'INTERNAL', status: 500, carries: z.object({ requestId: z.string() }) },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof ERRORS
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]

/** A row of the table, whichever it is. */
export const errorRow = (code: ErrorCode): ErrorRow => ERRORS[code]

/** What keeps an account from being bound to a telecom partner. */
export type BindingObstacle = 'partner' | 'plan' | 'agreement' | 'payment' | 'credits'

/** Values that a sentence about an error may name; they need not travel. */
export interface ErrorParams {
  readonly retryAfter?: number | undefined
  readonly max?: number | undefined
  /** What it is about: `redeem` is a code that is redeemed, `telecom` one that a telecom partner's member may not redeem, `seats` that all seats of a screening are taken, `cinema` cinema tickets, `campaign` a campaign page, `submitted` that its form takes no more of this sender, `terms` that its terms have changed. */
  readonly of?:
    | 'password'
    | 'redeem'
    | 'telecom'
    | 'seats'
    | 'cinema'
    | 'campaign'
    | 'submitted'
    | 'terms'
    | BindingObstacle
    | undefined
  /** What an operator cannot do: it has sentences of its own (`operator-problems.ts` of the texts). */
  readonly problem?: OperatorProblem | undefined
}

/** What the envelope of each refusal carries. */
type Carried = {
  [C in ErrorCode]: (typeof ERRORS)[C] extends { carries: infer S extends z.ZodMiniType } ? Readonly<z.output<S>> : {}
}
type CarriedName = { [C in ErrorCode]: keyof Carried[C] }[ErrorCode]
type CarriedValue<N extends PropertyKey> = {
  [C in ErrorCode]: N extends keyof Carried[C] ? Carried[C][N] : never
}[ErrorCode]

/** What a refusal is thrown with: all that its envelope carries, and what only its sentence names. */
export type ErrorDetails<C extends ErrorCode = ErrorCode> = { [K in ErrorCode]: Carried[K] & ErrorParams }[C]
/** The details of a refusal whose code is not known. */
export type AnyErrorDetails = { readonly [N in CarriedName]?: CarriedValue<N> | undefined } & ErrorParams

/** The envelope of a refusal. `errorCode` tells them apart; names that a refusal does not carry are undefined. */
export type Refusal = {
  [C in ErrorCode]: { readonly result: 'FAILED'; readonly errorCode: (typeof ERRORS)[C]['wireCode'] } & {
    readonly message: string
  } & Carried[C] & { readonly [N in Exclude<CarriedName, keyof Carried[C]>]?: undefined }
}[ErrorCode]

/** A refusal: thrown by domains, turned into an envelope by the wire. */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C
  readonly details: AnyErrorDetails

  /** Details may be left out where the code requires none. */
  constructor(code: C, ...[details]: {} extends ErrorDetails<C> ? [ErrorDetails<C>?] : [ErrorDetails<C>]) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.details = details ?? {}
  }
}

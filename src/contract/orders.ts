import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { STREAM_REFUSALS } from './running-streams.ts'
import { bucket } from './wallet-buckets.ts'
import { id, instant, whole } from './wire-values.ts'

/** What an order requests of a title. */
export const ORDER_KINDS = ['movie', 'trailer', 'preview', 'opening'] as const
export type OrderKind = (typeof ORDER_KINDS)[number]

/**
 * What an order is for. `start` takes a slot among the account's streams; `preload` takes none until the player reports that it
 * plays (`stream/keep`), or requests a playlist or the key more than three minutes later; `renewal` gives a running stream another grant.
 */
export const ORDER_PHASES = ['start', 'preload', 'renewal'] as const
export type OrderPhase = (typeof ORDER_PHASES)[number]

/** The maximum lifetime of a playback grant (PRODUCT section 6). */
export const GRANT_HOURS = 6

/** The viewer may play: `redirectURL` is the master playlist under a grant, valid until `expiresAt`. */
export const playable = z.object({
  redirectURL: z.string(),
  expiresAt: instant,
  storyboardURL: z.optional(z.string()),
  subtitles: z.array(z.object({ lang: z.string(), label: z.string(), url: z.string() })),
})

/** What `suggestedAction` of a quote may say: the dialog that confirms the use of credits (SPEC section 4). */
export const CONFIRM_USE_POINTS = 'confirmUsePoints'

/** What a title is paid with: credits, or one voucher of a member of a telecom partner. */
export const PAYMENT_UNITS = ['credits', 'vouchers'] as const
export type PaymentUnit = (typeof PAYMENT_UNITS)[number]

/**
 * The title has to be bought: a single-use quote, `resourceId`, for `payment` of `unit`. `buttonText` says what is taken and how long the
 * rental lasts: `29 credits of 60, watch until 24 Nov 21:20`.
 */
const quoted = {
  payment: whole(0, 100_000),
  buttonText: z.string(),
  resourceId: z.string(),
  suggestedAction: z.string(),
  /** The question of the confirmation dialog, with what is used and what is left. */
  message: z.string(),
  /** When a rental that begins now ends: after 48 hours, or with the licence window. */
  rentedUntil: instant,
  /** The quote itself; then the order call gives a new one. */
  quoteExpiresAt: instant,
}

const creditQuote = z.object({
  ...quoted,
  unit: z.literal('credits'),
  /** What the account can spend now, what would be left, and from which buckets the price is taken. */
  credits: z.object({ owned: z.number(), left: z.number(), from: z.array(z.object({ bucket, credits: z.number() })) }),
})

const voucherQuote = z.object({
  ...quoted,
  unit: z.literal('vouchers'),
  /** What the account can use now, what would be left, and when the voucher that is used would expire. */
  vouchers: z.object({ owned: z.number(), left: z.number(), expiresAt: instant }),
})

/** Why a title cannot be played, whatever would be paid for it. */
export const PLAYBACK_REFUSALS = [
  'LOGIN_REQUIRED',
  'PARENTAL_CODE_REQUIRED',
  'REGION_REFUSED',
  'KIDS_REFUSED',
  'CLASS_REFUSED',
  'WINDOW_CLOSED',
  'PREPARING',
  'NOT_ON_SALE',
] as const

/** Why an account cannot rent a title that it could play. */
export const RENTAL_REFUSALS = [
  'INSUFFICIENT_CREDITS',
  'INSUFFICIENT_TICKETS',
  'VOUCHERS_NOT_TAKEN',
  'KIDS_PURCHASE_REFUSED',
  'PURCHASES_BLOCKED',
] as const

/**
 * The order call, behind every `orderURL`. The answer is one of three: playable, a quote, or a refusal (`errorCode` and `message`).
 */
export const order = endpoint({
  wire: 'v2',
  path: '/order',
  viewer: 'anyone',
  kids: 'narrowed',
  summary: 'Requests playback of a title; answers the playlist, or why it is refused.',
  input: z.object({
    programId: id,
    programGuid: z.optional(id),
    kind: z._default(z.enum(ORDER_KINDS), 'movie'),
    phase: z._default(z.enum(ORDER_PHASES), 'start'),
  }),
  output: z.union([playable, creditQuote, voucherQuote]),
  refuses: ['NOT_FOUND', ...PLAYBACK_REFUSALS, ...RENTAL_REFUSALS, 'PLAN_REQUIRED', ...STREAM_REFUSALS],
})

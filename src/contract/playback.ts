import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { STREAM_REFUSALS } from './devices.ts'
import { bucket } from './wallet.ts'
import { id, instant, whole } from './wire-values.ts'

export const PLAYBACK_KINDS = ['movie', 'trailer', 'preview', 'opening'] as const
export type PlaybackKind = (typeof PLAYBACK_KINDS)[number]

/**
 * `preload` takes a stream slot only once the player reports that it plays (`stream/keep`), or requests a playlist or the key after three
 * minutes. `renewal` gives a running stream another grant.
 */
export const PLAYBACK_PHASES = ['start', 'preload', 'renewal'] as const
export type PlaybackPhase = (typeof PLAYBACK_PHASES)[number]

/** PRODUCT section 6. */
export const GRANT_HOURS = 6

export const playable = z.object({
  redirectURL: z.string(),
  expiresAt: instant,
  storyboardURL: z.optional(z.string()),
  subtitles: z.array(z.object({ lang: z.string(), label: z.string(), url: z.string() })),
})

/** `suggestedAction` of a quote: the dialog that confirms the use of credits (SPEC section 4). */
export const CONFIRM_USE_POINTS = 'confirmUsePoints'

export const PAYMENT_UNITS = ['credits', 'vouchers'] as const
export type PaymentUnit = (typeof PAYMENT_UNITS)[number]

/** A single-use quote, `resourceId`. `buttonText`: `29 credits of 60, watch until 24 Nov, 21:20`. */
const quoted = {
  payment: whole(0, 100_000),
  buttonText: z.string(),
  resourceId: z.string(),
  suggestedAction: z.string(),
  message: z.string(),
  rentedUntil: instant,
  quoteExpiresAt: instant,
}

const creditQuote = z.object({
  ...quoted,
  unit: z.literal('credits'),
  credits: z.object({ owned: z.number(), left: z.number(), from: z.array(z.object({ bucket, credits: z.number() })) }),
})

const voucherQuote = z.object({
  ...quoted,
  unit: z.literal('vouchers'),
  vouchers: z.object({ owned: z.number(), left: z.number(), expiresAt: instant }),
})

/** In the player and its reports, in place of an error code: the order was answered with a quote. */
export const PURCHASE_REQUIRED = 'PURCHASE_REQUIRED'

export const PLAYBACK_REFUSALS = [
  'LOGIN_REQUIRED',
  'PARENTAL_CODE_REQUIRED',
  'REGION_REFUSED',
  'KIDS_REFUSED',
  'CLASS_REFUSED',
  'WINDOW_CLOSED',
  'PREPARING',
  'NOT_ON_SALE',
  'VOUCHERS_ONLY',
] as const

export const RENTAL_REFUSALS = [
  'INSUFFICIENT_CREDITS',
  'INSUFFICIENT_TICKETS',
  'VOUCHERS_NOT_TAKEN',
  'KIDS_PURCHASE_REFUSED',
  'PURCHASES_BLOCKED',
] as const

export const order = endpoint({
  wire: 'v2',
  path: '/order',
  viewer: 'anyone',
  kids: 'narrowed',
  summary: 'Requests playback of a title, behind every orderURL; answers the playlist, a quote, or why it is refused.',
  input: z.object({
    programId: id,
    programGuid: z.optional(id),
    kind: z._default(z.enum(PLAYBACK_KINDS), 'movie'),
    phase: z._default(z.enum(PLAYBACK_PHASES), 'start'),
  }),
  output: z.union([playable, creditQuote, voucherQuote]),
  refuses: ['NOT_FOUND', ...PLAYBACK_REFUSALS, ...RENTAL_REFUSALS, 'PLAN_REQUIRED', ...STREAM_REFUSALS],
})

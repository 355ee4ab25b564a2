import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PAYMENT_UNITS, playable, PLAYBACK_REFUSALS, RENTAL_REFUSALS } from './orders.ts'
import { page, paged, pageSize } from './paging.ts'
import { programCard } from './programs.ts'
import { id, instant, whole } from './wire-values.ts'

/** A rental lasts this long from its purchase (SPEC section 9), and never past the licence window. */
export const RENTAL_HOURS = 48
/** A quote of the order call can be used for this long (PRODUCT section 5). */
export const QUOTE_MINUTES = 10

/**
 * Buys what a quote of the order call offers, once: repeated, or for a title whose rental is running, it charges nothing and answers the
 * rental that is there. The answer is that of the order call, with the rental.
 */
export const payPlay = endpoint({
  wire: 'v2',
  path: '/payPlay',
  viewer: 'member',
  changes: true,
  summary: 'Rents a title with credits or a voucher, by the quote of the order call; answers the playlist.',
  input: z.object({
    programId: id,
    programGuid: z.optional(id),
    payment: whole(0, 100_000),
    resourceId: z.string().check(z.minLength(1), z.maxLength(600)),
  }),
  output: z.extend(playable, {
    /** What this call charged, in `unit`; 0 when the rental was there already. */
    charged: z.number(),
    unit: z.enum(PAYMENT_UNITS),
    /** What the account can spend now. */
    creditsLeft: z.number(),
    vouchersLeft: z.number(),
    /** When the rental ends; none for a title that plays without one meanwhile. */
    rentedUntil: z.optional(instant),
  }),
  refuses: ['NOT_FOUND', 'QUOTE_EXPIRED', ...PLAYBACK_REFUSALS, ...RENTAL_REFUSALS, 'SELLING_FAST'],
})

/** A running rental. `remainingMinute`: whole minutes left. */
const purchased = z.object({
  program: programCard,
  purchasedAt: instant,
  expiresAt: instant,
  remainingMinute: z.number(),
})
export type Purchased = z.output<typeof purchased>

/** The rentals that are running, the newest first. */
export const tvodPurchasedList = endpoint({
  wire: 'v2',
  path: '/tvodPurchasedList',
  viewer: 'member',
  kids: 'narrowed',
  summary: 'The titles that the account has rented and can play now.',
  input: z.object({ page, pageSize }),
  output: z.object({ list: z.array(purchased), ...paged }),
})

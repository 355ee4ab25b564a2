import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PAYMENT_UNITS, playable, PLAYBACK_REFUSALS, RENTAL_REFUSALS } from './playback.ts'
import { page, paged, pageSize } from './paging.ts'
import { programCard } from './programs.ts'
import { id, instant, whole } from './wire-values.ts'

/** SPEC section 9; never past the licence window. */
export const RENTAL_HOURS = 48
/** PRODUCT section 5. */
export const QUOTE_MINUTES = 10

export const payPlay = endpoint({
  wire: 'v2',
  path: '/payPlay',
  viewer: 'member',
  changes: true,
  summary:
    'Rents a title with credits or a voucher, by the quote of the order call; answers the playlist. Repeated, or during a rental, it charges nothing.',
  input: z.object({
    programId: id,
    programGuid: z.optional(id),
    payment: whole(0, 100_000),
    resourceId: z.string().check(z.minLength(1), z.maxLength(600)),
  }),
  output: z.extend(playable, {
    /** In `unit`; 0 when the rental was there already. */
    charged: z.number(),
    unit: z.enum(PAYMENT_UNITS),
    creditsLeft: z.number(),
    vouchersLeft: z.number(),
    rentedUntil: z.optional(instant),
  }),
  refuses: ['NOT_FOUND', 'QUOTE_EXPIRED', ...PLAYBACK_REFUSALS, ...RENTAL_REFUSALS, 'SELLING_FAST'],
})

const purchased = z.object({
  program: programCard,
  purchasedAt: instant,
  expiresAt: instant,
  remainingMinute: z.number(),
})
export type Purchased = z.output<typeof purchased>

export const tvodPurchasedList = endpoint({
  wire: 'v2',
  path: '/tvodPurchasedList',
  viewer: 'member',
  kids: 'narrowed',
  summary: 'The titles that the account has rented and can play now.',
  input: z.object({ page, pageSize }),
  output: z.object({ list: z.array(purchased), ...paged }),
})

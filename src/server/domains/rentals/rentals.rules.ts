import type { PaymentUnit } from '#contract/playback.ts'
import { RENTAL_HOURS } from '#contract/rentals.ts'
import { earlierOf, toWholeSeconds } from '#server/kit/instants.ts'
import { type Offer, offersOf, type TitleFacts } from '../access/index.ts'
import type { RentableTitle } from './ports.ts'

export type Price = { payment: number; unit: PaymentUnit }

/** None for the plan, which is not bought by a quote. A voucher buys one title. */
export function priceOf(offer: Offer): Price | undefined {
  if (offer.kind === 'rental') return { payment: offer.credits, unit: 'credits' }
  return offer.kind === 'ticket' ? { payment: 1, unit: 'vouchers' } : undefined
}

/** When a rental that begins now ends: after 48 hours or with the licence window, in whole seconds, so that what is told is what holds. */
export function rentalEnd(now: Temporal.Instant, windowEndsAt: Temporal.Instant | null): Temporal.Instant {
  return toWholeSeconds(earlierOf(now.add({ hours: RENTAL_HOURS }), windowEndsAt))
}

export const remainingMinutes = (now: Temporal.Instant, endsAt: Temporal.Instant): number =>
  Math.max(0, Math.floor((endsAt.epochMilliseconds - now.epochMilliseconds) / 60_000))

export const rentalFacts = (title: RentableTitle): TitleFacts => ({
  programId: title.programId,
  restriction: title.restriction,
  vodTypes: title.vodTypes,
  kids: title.kids,
  isLicensedInRegion: title.isLicensedInRegion,
  isWindowOpen: title.isWindowOpen,
  preparing: !title.hasFilm,
  offers: offersOf(title),
})

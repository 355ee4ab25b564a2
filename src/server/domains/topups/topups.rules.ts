import { TOP_UP_MONTHS } from '#contract/validity.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

export interface Pack {
  readonly packId: string
  readonly credits: number
}

export const PACKS: readonly Pack[] = [50, 100, 200, 500].map((credits) => ({ packId: `credits-${credits}`, credits }))

export const CENTS_PER_CREDIT = 100
export const PACK_CURRENCY = 'HKD'

export const priceOf = ({ credits }: Pack): number => credits * CENTS_PER_CREDIT

/** When credits bought now expire: the same day of the next year in Hong Kong, to the second. */
export const expiryOf = (boughtAt: Temporal.Instant): Temporal.Instant =>
  boughtAt.toZonedDateTimeISO(HONG_KONG).add({ months: TOP_UP_MONTHS }).toInstant()

export interface Taken {
  readonly cents: number
  readonly credits: number
}

/**
 * The credits that a refund takes back: all that is returned so far counts, a part of a credit as a whole one, less what was taken already. So
 * the parts of a refund take no more than the whole; one may take none.
 */
export const creditsOf = (amountCents: number, { credits, taken }: { credits: number; taken: Taken }): number =>
  Math.max(0, Math.min(Math.ceil((taken.cents + amountCents) / CENTS_PER_CREDIT), credits) - taken.credits)

export const refundableCents = (unspent: number, taken: Taken): number =>
  Math.max(0, (taken.credits + unspent) * CENTS_PER_CREDIT - taken.cents)

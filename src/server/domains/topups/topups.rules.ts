import { TOP_UP_MONTHS } from '#contract/validity.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

export interface Pack {
  readonly packId: string
  readonly credits: number
}

export const PACKS: readonly Pack[] = [50, 100, 200, 500].map((credits) => ({ packId: `credits-${credits}`, credits }))

const CENTS_PER_CREDIT = 100
export const PACK_CURRENCY = 'HKD'

export const priceOf = ({ credits }: Pack): number => credits * CENTS_PER_CREDIT

/** When credits bought now expire: the same day of the next year in Hong Kong, to the second. */
export const expiryOf = (boughtAt: Temporal.Instant): Temporal.Instant =>
  boughtAt.toZonedDateTimeISO(HONG_KONG).add({ months: TOP_UP_MONTHS }).toInstant()

export interface Taken {
  readonly cents: number
  readonly credits: number
}

/** Less was paid than asked for an order that an operator accepted; more in cryptocurrency. */
export interface BoughtCredits {
  readonly credits: number
  readonly dueCents: number
  readonly paidCents: number
}

/** The surplus bought no credits: it is returned first, and takes none back. */
function pricesOf({ dueCents, paidCents }: BoughtCredits): { priceCents: number; surplusCents: number } {
  const priceCents = Math.min(dueCents, paidCents)
  return { priceCents, surplusCents: paidCents - priceCents }
}

/**
 * The credits that a refund takes back: all that is returned so far counts, a part of a credit as a whole one, less what was taken already. So
 * the parts of a refund take no more than the whole; one may take none.
 */
export function creditsOf(amountCents: number, { bought, taken }: { bought: BoughtCredits; taken: Taken }): number {
  const { priceCents, surplusCents } = pricesOf(bought)
  const returned = Math.max(0, taken.cents + amountCents - surplusCents)
  const credits = Math.min(Math.ceil((returned * bought.credits) / priceCents), bought.credits)
  return Math.max(0, credits - taken.credits)
}

export function refundableCents(unspent: number, { bought, taken }: { bought: BoughtCredits; taken: Taken }): number {
  const { priceCents, surplusCents } = pricesOf(bought)
  const forCredits = Math.floor(((taken.credits + unspent) * priceCents) / bought.credits)
  return Math.max(0, surplusCents + forCredits - taken.cents)
}

/** A pack of credits on sale. */
export interface Pack {
  readonly packId: string
  /** Whole credits. */
  readonly credits: number
}

/** The packs (PRODUCT section 5), the smallest first. */
export const PACKS: readonly Pack[] = [50, 100, 200, 500].map((credits) => ({ packId: `credits-${credits}`, credits }))

/** HK$1 a credit. */
export const CENTS_PER_CREDIT = 100
export const PACK_CURRENCY = 'HKD'
/** Recharged credits expire this long after the purchase. */
export const EXPIRY_MONTHS = 12

export const priceOf = ({ credits }: Pack): number => credits * CENTS_PER_CREDIT

/** When credits bought now expire: the same day of the next year in Hong Kong, to the second. */
export const expiryOf = (paidAt: Temporal.Instant): Temporal.Instant =>
  paidAt.toZonedDateTimeISO('Asia/Hong_Kong').add({ months: EXPIRY_MONTHS }).toInstant()

/** The credits that a refund takes back: a part of a credit counts as a whole one. */
export const creditsOf = (amountCents: number): number => Math.ceil(amountCents / CENTS_PER_CREDIT)

/** What a provider is told of a refund that is asked for the first time, and is the order's only one. */
export const FIRST_REFUND = { isRenewal: false, refundedCents: 0, claimedCents: 0, askedAt: null }

import type { PaymentUnit } from '#contract/orders.ts'
import type { Offer } from '../access/index.ts'

/** How much of what a title costs. */
export type Price = { payment: number; unit: PaymentUnit }

/** The price of an offer; none for the plan, which is not bought by a quote. A voucher buys one title. */
export function priceOf(offer: Offer): Price | undefined {
  if (offer.kind === 'rental') return { payment: offer.credits, unit: 'credits' }
  return offer.kind === 'ticket' ? { payment: 1, unit: 'vouchers' } : undefined
}

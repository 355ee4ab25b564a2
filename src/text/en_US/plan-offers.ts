import type { Offer } from '#contract/plans.ts'

export const planOffers: Readonly<Record<Offer, string>> = {
  standard: 'On sale to everyone',
  promotional: 'Sold on the promotion page',
  staff: 'For companies’ staff',
  gift: 'For gift cards',
}

import type { AdsText, PromotionsText } from '../zh_HK/promotions.ts'

/** The promoted collections. */
export const promotions = {
  label: 'Collection',
  gate: {
    login: {
      title: 'Log in to open this collection',
      text: 'This collection is for adults. Log in, then enter your parental code.',
      action: 'Log in',
    },
    code: {
      title: 'This collection is locked',
      text: 'This collection is for adults. Your parental code unlocks it for 30 minutes.',
      action: 'Enter parental code',
    },
  },
} satisfies PromotionsText

/** The ads of home. */
export const ads = {
  label: 'Promotion',
  open: {
    drama: 'Watch now',
    product: 'See the item',
    category: 'See the collection',
    register: 'Sign up',
    url: 'Find out more',
  },
  outside: (host: string) => `Go to ${host}`,
} satisfies AdsText

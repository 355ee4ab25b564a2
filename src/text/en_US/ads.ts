import type { AdsText } from '../zh_HK/ads.ts'

/** The ads of home. */
export const ads = {
  label: 'Promotion',
  open: {
    drama: 'Watch now',
    product: 'See the product',
    category: 'See the collection',
    register: 'Sign up',
    url: 'Find out more',
  },
  outside: (host: string) => `Go to ${host}`,
} satisfies AdsText

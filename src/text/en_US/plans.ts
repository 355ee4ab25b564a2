import type { PlansText } from '../zh_HK/plans.ts'

export const plans = {
  subscribe: 'Get the pass',
  manage: 'Manage pass',
  price: {
    trial: (price) => `First month free, then ${price} a month`,
    monthly: (price) => `${price} a month`,
    free: () => 'One month free',
    once: (price) => `${price} for one month`,
  },
  firstCharge: (when) => `You won’t be charged before ${when}. `,
  credits: (count) => `Includes ${count} credits a month to rent other films. `,
  noCredits: 'It doesn’t include credits. ',
  cancel: 'Cancel any time.',
  once: 'It doesn’t renew.',
} satisfies PlansText

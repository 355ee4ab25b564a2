import type { PlansText, SubscriptionsText } from '../zh_HK/plans.ts'

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

export const subscriptions = {
  failures: {
    DECLINED: 'The payment wasn’t approved. You weren’t charged.',
    TRIAL_USED:
      'This payment account has already had a free month. You weren’t charged. You can still subscribe at the monthly price.',
    HAS_PLAN: 'You already have a plan. You weren’t charged again.',
  },
  returned: {
    DECLINED: 'The plan couldn’t start. Anything the provider charged is refunded automatically.',
    TRIAL_USED:
      'This payment account has already had a free month. Anything the provider charged is refunded automatically.',
    HAS_PLAN: 'You already have a plan. Anything the provider charged is refunded automatically.',
  },
} satisfies SubscriptionsText

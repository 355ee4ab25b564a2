import type { SubscriptionsText } from '../zh_HK/subscriptions.ts'

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

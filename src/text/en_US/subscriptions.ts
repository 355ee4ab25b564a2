import type { SubscriptionsText } from '../zh_HK/subscriptions.ts'

export const subscriptions = {
  failures: {
    DECLINED: 'The payment wasn’t approved. You weren’t charged.',
    TRIAL_USED:
      'This payment account has already had a free month. You weren’t charged. You can still subscribe at the monthly price.',
    HAS_PLAN: 'You already have a plan. You weren’t charged again.',
  },
} satisfies SubscriptionsText

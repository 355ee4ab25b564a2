import type { AgreementFailure } from '#contract/subscriptions.ts'

export interface SubscriptionsText {
  /** Why an agreement did not begin or replace a plan. */
  readonly failures: Readonly<Record<AgreementFailure, string>>
  /** The same, where the provider may have charged by itself. */
  readonly returned: Readonly<Record<AgreementFailure, string>>
}

export const subscriptions: SubscriptionsText = {
  failures: {
    DECLINED: '付款未獲批准，沒有收取任何費用。',
    TRIAL_USED: '此付款帳戶已享用過首月免費，沒有收取任何費用。你仍可按月費訂閱。',
    HAS_PLAN: '你已有通行證，沒有再次收費。',
  },
  returned: {
    DECLINED: '訂閱未能開始。如付款機構已收款，款項會自動退回。',
    TRIAL_USED: '此付款帳戶已享用過首月免費。如付款機構已收款，款項會自動退回。',
    HAS_PLAN: '你已有通行證。如付款機構已收款，款項會自動退回。',
  },
}

import type { AgreementFailure } from '#contract/subscriptions.ts'

/** The subscription entry of the header, and what a plan costs. */
export const plans = {
  subscribe: '訂閱通行證',
  manage: '管理通行證',
  price: {
    trial: (price: string) => `首月免費，其後每月 ${price}`,
    monthly: (price: string) => `每月 ${price}`,
    free: () => '免費一個月',
    once: (price: string) => `${price} 看一個月`,
  },
  firstCharge: (when: string) => `首次收費時間為 ${when}。`,
  credits: (count: number) => `每期另送 ${count} 點，可租看其他電影。`,
  /** To a telecom partner's customer. */
  noCredits: '不包括每期點數。',
  cancel: '可隨時取消。',
  once: '不會自動續期。',
}
export type PlansText = typeof plans

export interface SubscriptionsText {
  /** Why an agreement did not begin or replace a plan. */
  readonly failures: Readonly<Record<AgreementFailure, string>>
  /** The same, where the provider may have charged already. */
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

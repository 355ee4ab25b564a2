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

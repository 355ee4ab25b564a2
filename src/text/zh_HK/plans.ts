/** The subscription entry of the header. */
export const plans = { subscribe: '訂閱通行證', manage: '管理通行證' }
export type PlansText = typeof plans

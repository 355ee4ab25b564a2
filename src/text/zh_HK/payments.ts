import type { PaymentItem } from '#contract/payments.ts'

/** An amount of Hong Kong dollars: `HK$50`, `HK$12.50`. */
export const formatHkd = (cents: number): string => `HK$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`

/** What was bought, as receipts and providers' pages name it. */
export const formatItem = (item: PaymentItem): string =>
  item.template === 'credits' ? `${item.params.credits} 點` : `${item.params.name.zh_HK}一個月`

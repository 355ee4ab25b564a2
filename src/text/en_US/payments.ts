import type { PaymentItem } from '#contract/payments.ts'

export { formatHkd } from '../zh_HK/payments.ts'

/** What was bought, as receipts and providers' pages name it. */
export const formatItem = (item: PaymentItem): string =>
  item.template === 'credits' ? `${item.params.credits} credits` : `${item.params.name.en_US}, one month`

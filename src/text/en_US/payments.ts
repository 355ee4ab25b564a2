import type { PaymentItem } from '#contract/payments.ts'

export { formatHkd } from '../zh_HK/payments.ts'

/** What was bought, as receipts and providers' pages name it. */
export const formatItem = ({ params }: PaymentItem): string => `${params.credits} credits`

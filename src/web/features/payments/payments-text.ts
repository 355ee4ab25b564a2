import { lazyText } from '#web/kit/text.ts'

/** The text of top-up, result, payments and receipts. */
export const usePaymentsText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/payments-web.ts')).payments,
  en_US: async () => (await import('#text/en_US/payments-web.ts')).payments,
})

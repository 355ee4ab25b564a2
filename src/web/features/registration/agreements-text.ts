import { lazyText } from '#web/kit/text.ts'

/** The terms and the privacy statement. */
export const useAgreementsText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/agreements.ts')).agreements,
  en_US: async () => (await import('#text/en_US/agreements.ts')).agreements,
})

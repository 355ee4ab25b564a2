import { lazyText } from '#web/kit/text.ts'

/** The text of binding to a telecom partner. */
export const usePartnerCodeText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/partner-code.ts')).partnerCode,
  en_US: async () => (await import('#text/en_US/partner-code.ts')).partnerCode,
})

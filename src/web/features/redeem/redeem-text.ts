import { lazyText } from '#web/kit/text.ts'

/** The text of redeeming. */
export const useRedeemText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/redeem.ts')).redeem,
  en_US: async () => (await import('#text/en_US/redeem.ts')).redeem,
})

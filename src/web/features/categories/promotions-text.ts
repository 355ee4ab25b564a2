import { lazyText } from '#web/kit/text.ts'

/** The text of the promoted collections. */
export const usePromotionsText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/promotions.ts')).promotions,
  en_US: async () => (await import('#text/en_US/promotions.ts')).promotions,
})

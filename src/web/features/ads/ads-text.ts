import { lazyText } from '#web/kit/text.ts'

/** The text of the ads. */
export const useAdsText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/ads.ts')).ads,
  en_US: async () => (await import('#text/en_US/ads.ts')).ads,
})

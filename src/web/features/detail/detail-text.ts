import { lazyText } from '#web/kit/text.ts'

/** The texts of the overlay. */
export const useDetailText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/detail.ts')).detail,
  en_US: async () => (await import('#text/en_US/detail.ts')).detail,
})

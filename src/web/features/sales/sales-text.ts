import { lazyText } from '#web/kit/text.ts'

/** The text of special sales. */
export const useSalesText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/sales.ts')).sales,
  en_US: async () => (await import('#text/en_US/sales.ts')).sales,
})

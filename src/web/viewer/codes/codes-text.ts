import { lazyText } from '#web/kit/text.ts'

/** The text of codes wherever one is entered. */
export const useCodesText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/codes-web.ts')).codes,
  en_US: async () => (await import('#text/en_US/codes-web.ts')).codes,
})

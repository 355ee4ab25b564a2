import { lazyText } from '#web/kit/text.ts'

/** The texts of search. */
export const useSearchText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/search.ts')).search,
  en_US: async () => (await import('#text/en_US/search.ts')).search,
})

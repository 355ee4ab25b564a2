import { lazyText } from '#web/kit/text.ts'

/** The texts of the library's screens. */
export const useLibraryText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/library.ts')).library,
  en_US: async () => (await import('#text/en_US/library.ts')).library,
})

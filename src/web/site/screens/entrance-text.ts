import { lazyText } from '#web/kit/text.ts'

/** The sentences around the forms of login and registration. */
export const useEntranceText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/entrance.ts')).entrance,
  en_US: async () => (await import('#text/en_US/entrance.ts')).entrance,
})

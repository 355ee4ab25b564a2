import { lazyText } from '#web/kit/text.ts'

/** The text of the parental code's screens and dialogs. */
export const useParentalText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/parental.ts')).parental,
  en_US: async () => (await import('#text/en_US/parental.ts')).parental,
})

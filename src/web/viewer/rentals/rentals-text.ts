import { lazyText } from '#web/kit/text.ts'

/** The text of renting, which detail, billboard, hover card and the dialogs share. */
export const useRentalsText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/rentals-web.ts')).rentals,
  en_US: async () => (await import('#text/en_US/rentals-web.ts')).rentals,
})

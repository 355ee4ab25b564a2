import { lazyText } from '#web/kit/text.ts'

/** The text of the private cinema, which its screens and the player share. */
export const useScreeningsText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/screenings.ts')).screenings,
  en_US: async () => (await import('#text/en_US/screenings.ts')).screenings,
})

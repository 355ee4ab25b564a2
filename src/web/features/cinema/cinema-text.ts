import { lazyText } from '#web/kit/text.ts'

/** The text of cinema information. */
export const useCinemaText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/cinema.ts')).cinema,
  en_US: async () => (await import('#text/en_US/cinema.ts')).cinema,
})

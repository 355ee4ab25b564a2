import { lazyText } from '#web/kit/text.ts'

/** The texts of "Continue watching". */
export const useHistoryText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/history.ts')).history,
  en_US: async () => (await import('#text/en_US/history.ts')).history,
})

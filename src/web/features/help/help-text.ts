import { lazyText } from '#web/kit/text.ts'

/** The labels of the help centre. */
export const useHelpText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/help.ts')).help,
  en_US: async () => (await import('#text/en_US/help.ts')).help,
})

import { lazyText } from '#web/kit/text.ts'

/** The text of login and of the forgotten password. */
export const useLoginText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/login.ts')).login,
  en_US: async () => (await import('#text/en_US/login.ts')).login,
})

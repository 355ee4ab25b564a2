import { lazyText } from '#web/kit/text.ts'

/** The text of the account screens. */
export const useAccountText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/account-web.ts')).account,
  en_US: async () => (await import('#text/en_US/account-web.ts')).account,
})

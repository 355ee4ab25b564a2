import { lazyText } from '#web/kit/text.ts'

/** The sentences of the account's menu. */
export const useAccountMenuText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/account-menu.ts')).accountMenu,
  en_US: async () => (await import('#text/en_US/account-menu.ts')).accountMenu,
})

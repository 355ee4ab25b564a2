import { lazyText } from '#web/kit/text.ts'

/** The text of the wallet and its statement. */
export const useWalletText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/wallet-web.ts')).wallet,
  en_US: async () => (await import('#text/en_US/wallet-web.ts')).wallet,
})

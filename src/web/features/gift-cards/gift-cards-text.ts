import { lazyText } from '#web/kit/text.ts'

/** The text of gift cards. */
export const useGiftCardsText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/gift-cards.ts')).giftCards,
  en_US: async () => (await import('#text/en_US/gift-cards.ts')).giftCards,
})

/** A mobile number and its region. */
export const useNumbersText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/numbers.ts')).numbers,
  en_US: async () => (await import('#text/en_US/numbers.ts')).numbers,
})

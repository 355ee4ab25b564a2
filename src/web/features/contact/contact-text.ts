import { lazyText } from '#web/kit/text.ts'

/** The text of the contact form. */
export const useContactText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/contact.ts')).contact,
  en_US: async () => (await import('#text/en_US/contact.ts')).contact,
})

/** The text of a mobile number, which the form asks for too. */
export const useNumbersText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/numbers.ts')).numbers,
  en_US: async () => (await import('#text/en_US/numbers.ts')).numbers,
})

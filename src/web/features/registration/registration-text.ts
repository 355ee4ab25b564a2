import { lazyText } from '#web/kit/text.ts'

/** The text of the three steps. */
export const useRegistrationText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/registration.ts')).registration,
  en_US: async () => (await import('#text/en_US/registration.ts')).registration,
})

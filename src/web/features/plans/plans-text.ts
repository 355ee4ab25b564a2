import { lazyText } from '#web/kit/text.ts'

/** The text of plans: subscribing, its result, the plan of the account. */
export const usePlansText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/plans-web.ts')).plans,
  en_US: async () => (await import('#text/en_US/plans-web.ts')).plans,
})

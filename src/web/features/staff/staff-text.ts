import { lazyText } from '#web/kit/text.ts'

/** The text of the staff plan. */
export const useStaffText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/staff.ts')).staff,
  en_US: async () => (await import('#text/en_US/staff.ts')).staff,
})

import { lazyText } from '#web/kit/text.ts'

/** The text of the profile screens. */
export const useProfilesText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/profiles.ts')).profiles,
  en_US: async () => (await import('#text/en_US/profiles.ts')).profiles,
})

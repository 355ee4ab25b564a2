import { lazyText } from '#web/kit/text.ts'

/** The texts of the player. */
export const usePlayerText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/player.ts')).player,
  en_US: async () => (await import('#text/en_US/player.ts')).player,
})

import { lazyText } from '#web/kit/text.ts'

/** The player's sentences. */
export const usePlayerText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/player.ts')).player,
  en_US: async () => (await import('#text/en_US/player.ts')).player,
})

import { lazyText } from '#web/kit/text.ts'

/** The texts of favourites. */
export const useFavoritesText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/favorites.ts')).favorites,
  en_US: async () => (await import('#text/en_US/favorites.ts')).favorites,
})

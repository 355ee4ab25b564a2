import type { FavoritesText } from '../zh_HK/favorites.ts'

/** Favourites. */
export const favorites = {
  add: 'Add to my favourites',
  remove: 'Remove from my favourites',
  label: (title) => `My favourite: ${title}`,
  added: 'Added to my favourites',
  removed: 'Removed from my favourites',
} satisfies FavoritesText

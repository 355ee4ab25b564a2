import type { FavoritesText } from '../zh_HK/favorites.ts'

/** Favourites. */
export const favorites = {
  row: 'My list',
  add: 'Add to my list',
  remove: 'Remove from my list',
  label: (title) => `My list: ${title}`,
  added: 'Added to my list',
  removed: 'Removed from my list',
} satisfies FavoritesText

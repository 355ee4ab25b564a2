/** Favourites. */
export const favorites = {
  add: '加入我的最愛',
  remove: '從我的最愛移除',
  /** What a screen reader says, pressed or not. */
  label: (title: string) => `我的最愛：${title}`,
  added: '已加入我的最愛',
  removed: '已從我的最愛移除',
}

export type FavoritesText = typeof favorites

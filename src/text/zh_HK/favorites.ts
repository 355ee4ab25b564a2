/** Favourites. */
export const favorites = {
  row: '我的片單',
  add: '加入片單',
  remove: '從片單移除',
  /** What a screen reader says, pressed or not. */
  label: (title: string) => `片單：${title}`,
  added: '已加入片單',
  removed: '已從片單移除',
}

export type FavoritesText = typeof favorites

declare module '../texts.ts' {
  interface Texts {
    favorites: FavoritesText
  }
}

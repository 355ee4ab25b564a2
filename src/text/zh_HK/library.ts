/** The member's library: favourites, viewing history, recommendations. */
export const library = {
  edit: '編輯',
  done: '完成',
  removeAll: '全部移除',
  remove: (title: string) => `移除《${title}》`,
  removed: (title: string) => `已移除《${title}》`,
  undo: '復原',
  count: (n: string) => `共 ${n} 套`,
  shown: (shown: string, total: string) => `已顯示 ${shown} 套，共 ${total} 套`,
  more: '載入更多',
  failed: '暫時未能載入',
  browse: '瀏覽節目',
  favorite: {
    title: '我的片單',
    empty: '片單未有節目',
    emptyText: '在任何節目按「＋」按鈕，即可加入片單。',
    removedAll: '已移除片單內所有節目',
  },
  watched: {
    title: '觀看紀錄',
    text: '顯示最近兩個月的觀看紀錄。移除節目會一併清除其觀看進度。',
    empty: '最近兩個月沒有觀看紀錄',
    emptyText: '觀看過的節目會按日期列於此處。',
    removedAll: '已移除所有觀看紀錄',
    today: '今日',
    yesterday: '昨日',
    at: (time: string) => `${time} 觀看`,
    finished: '已看完',
    left: (length: string) => `尚餘 ${length}`,
    episode: (n: string, season: string | undefined) => (season ? `第 ${season} 季第 ${n} 集` : `第 ${n} 集`),
    join: ' · ',
    resume: (title: string) => `繼續觀看《${title}》`,
  },
  recommend: {
    title: '為你推介',
    text: '按你的片單、觀看紀錄及喜愛類型挑選。',
    empty: '暫時沒有推介',
    emptyText: '多看幾套節目或加入片單，推介就會在此出現。',
  },
}

export type LibraryText = typeof library

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

/** Viewing history: the row "continue watching", and merging a visitor's history. */
export const history = {
  episode: (n: number, season: number) => `${season > 1 ? `第 ${season} 季` : ''}第 ${n} 集`,
  left: (length: string) => `尚餘 ${length}`,
  join: ' · ',
  /** Before the title, for a screen reader. */
  goOn: '繼續觀看',
  menu: (title: string) => `${title}的選項`,
  remove: '移除',
  details: '詳情',
  removed: (title: string) => `已移除《${title}》`,
  undo: '復原',
  merge: {
    title: '加入觀看紀錄？',
    text: (count: string, name: string) =>
      `登入前，你曾在此瀏覽器觀看 ${count} 套節目。可將其加入「${name}」的觀看紀錄；如不加入，有關紀錄會從此瀏覽器刪除。`,
    yes: '加入紀錄',
    no: '不加入',
    busy: '處理中',
    done: (count: string) => `已加入 ${count} 套節目`,
    failed: '部分節目未能加入，請稍後再試。',
    close: '稍後決定',
  },
}

export type HistoryText = typeof history

declare module '../texts.ts' {
  interface Texts {
    library: LibraryText
    favorites: FavoritesText
    history: HistoryText
  }
}

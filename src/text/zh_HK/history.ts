/** What was watched: the row of what to go on with, and merging what a visitor watched. */
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
    history: HistoryText
  }
}

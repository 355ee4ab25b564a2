/** What the screens of cinema, sales, private cinema and campaigns share. */
export const consoleContent = {
  languages: { zh_HK: '中文', en_US: '英文' },
  optional: '可不填',
  choose: '請選擇',
  noChoice: '不選擇',
  add: '新增',
  remove: '移除',
  change: '更改',
  saved: '已儲存。',
  findTitle: '按片名或編號搜尋節目',
  noTitle: '沒有符合的節目',
  titlesFound: (count: number) => `找到 ${count} 套節目`,
  changedBy: (name: string, id: string) => (name === 'system' ? `編號 ${id}` : `編號 ${id}　最後由 ${name} 更改`),
  withdraw: '下架',
  withdrawTitle: '確定下架？',
  withdrawn: '已下架。',
  bringBack: '重新上架',
  bringBackTitle: '確定重新上架？',
  bringBackText: '網站會立即再次顯示。',
  unsavedFirst: '請先儲存或還原更改，才可下架或重新上架。',
  isWithdrawn: '已下架，網站不會顯示。',
  state: '狀態',
  views: '檢視',
  states: { live: '上架', withdrawn: '已下架', planned: '未開始', over: '已結束', soldOut: '額滿', past: '已開場' },
  used: (used: number, of: number) => `${used}／${of}`,
  none: '沒有符合的項目',
  noneText: '請更改或清除篩選。',
  open: (name: string) => `編輯 ${name}`,
  image: {
    upload: '上載圖片',
    replace: '更換圖片',
    remove: '移除圖片',
    uploading: '上載中',
    uploaded: '圖片已上載。',
    tooLarge: '圖片不可超過 30 MB。',
    notImage: '請選擇 JPEG、PNG、WebP 或 AVIF 圖片。',
  },
  table: {
    label: '表格',
    how: '從試算表複製整個表格貼上，或選擇 CSV、JSON Lines 檔案。首行是欄位名稱；表內沒有的項目保持不變。',
    file: '選擇檔案',
    present: (count: number) => `以現有 ${count} 項開始`,
    empty: '貼上資料後，會先顯示將有甚麼更改。',
    columns: (names: string) => `欄位不符：${names}`,
    quoteOpen: (line: number) => `第 ${line} 行的引號沒有關閉。`,
    notJson: (line: number) => `第 ${line} 行不是 JSON。`,
    tooMany: (max: number) => `每次最多 ${max} 項，請分開匯入。`,
    outcome: (added: number, changed: number, unchanged: number) =>
      added + changed === 0
        ? `全部 ${unchanged} 項與現有相同`
        : `新增 ${added} 項、更改 ${changed} 項、不變 ${unchanged} 項`,
    wrong: (count: number) => `有 ${count} 處須更正，全部不會匯入`,
    row: (row: number) => `第 ${row} 項`,
    changedMeanwhile: '核對後有人更改了其中的項目。已重新核對，請看清楚再匯入。',
    submit: '匯入',
    done: (added: number, changed: number) => `已新增 ${added} 項、更改 ${changed} 項。`,
  },
}

export type ConsoleContentText = typeof consoleContent

declare module '../texts.ts' {
  interface Texts {
    consoleContent: ConsoleContentText
  }
}

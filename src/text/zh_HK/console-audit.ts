/** Who did what. */
export const consoleAudit = {
  own: '只顯示你自己的操作。',
  all: '全部',
  export: '匯出 CSV',
  exported: (rows: string) => `已匯出 ${rows} 項。`,
  operator: '操作者',
  action: '事項',
  subject: '對象',
  subjectHint: '例如 operator:編號',
  from: '由',
  until: '至',
  zone: '香港時間',
  list: '審計紀錄',
  columns: { at: '香港時間', who: '操作者', action: '事項', subject: '對象', change: '更改', address: '位址' },
  empty: '未有紀錄',
  emptyText: '操作員的操作會在此顯示。',
  none: '沒有符合的紀錄',
  noneText: '請更改或清除篩選。',
  open: (what: string) => `展開：${what}`,
  field: '欄位',
  before: '之前',
  after: '之後',
  details: '詳情',
  noChange: '沒有更改資料。',
  reason: '原因',
  address: '位址',
  request: '請求編號',
  entry: '紀錄編號',
  openBulk: '開啟此批量更改，可以復原',
  command: '指令',
  kept: '紀錄只增不改，保留 7 年；密碼、驗證碼及個人資料內容不會寫入。',
  fileName: 'audit.csv',
}

export type ConsoleAuditText = typeof consoleAudit

declare module '../texts.ts' {
  interface Texts {
    consoleAudit: ConsoleAuditText
  }
}

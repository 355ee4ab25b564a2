/** The real site, shown before a publication. */
export const consolePreview = {
  open: '預覽網站',
  title: (name: string) => `預覽：${name}`,
  frame: '網站預覽',
  at: '時間（香港）',
  region: '地區',
  profile: '觀眾',
  language: '語言',
  width: '闊度',
  profiles: { visitor: '訪客', member: '會員', plan: '計劃會員', kids: '兒童' },
  languages: { zh_HK: '中文', en_US: '英文' },
  widths: { phone: '手提電話', tablet: '平板', desktop: '桌面' },
  ownWindow: '在新視窗開啟',
  reload: '重新開啟',
  timeNeeded: '請選擇時間',
  note: '預覽以你的草稿顯示，30 分鐘後結束，不會更改或播放任何內容。搜尋、自動排列的清單、優惠及場次為現時的資料。',
}

export type ConsolePreviewText = typeof consolePreview

declare module '../texts.ts' {
  interface Texts {
    consolePreview: ConsolePreviewText
  }
}

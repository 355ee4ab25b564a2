/** The help centre and the pages of error codes. */
export const help = {
  title: '說明中心',
  search: '搜尋說明',
  placeholder: '例如：取消通行證、4032',
  clear: '清除搜尋',
  found: (count: number) => `找到 ${count} 篇`,
  count: (count: number) => `${count} 篇`,
  topics: '主題',
  resultsOf: (keyword: string) => `「${keyword}」的搜尋結果`,
  closest: '沒有完全相符的說明，以下最為接近：',
  /** What questions are asked with, and says nothing of their subject: the search passes over it. The longer ones first. */
  fillers:
    '怎麼樣 怎麼辦 為什麼 怎樣 怎麼 如何 甚麼 什麼 哪裏 為何 可以 可否 能否 請問 我想 我 你 的 嗎 呢 了 在 把'.split(
      ' ',
    ),
  none: '找不到相關說明',
  noneText: '可試用較短的字詞，或由上方選擇主題。',
  errors: '錯誤編號',
  code: (code: string) => `錯誤編號 ${code}`,
  unknownText: '這個編號沒有專門的說明。請重新載入頁面再試；如仍然發生，可在說明中心搜尋你遇到的情況。',
  toHelp: '前往說明中心',
  toHome: '返回首頁',
  contact: {
    title: '仍未解決？',
    text: '告訴我們發生了甚麼，我們會以個案編號跟進。',
    withResult: '檢測結果會附於查詢，我們會以個案編號跟進。',
    link: '聯絡我們',
  },
  updated: (day: string) => `${day}更新`,
  test: {
    title: '裝置檢測',
    text: '檢查這部裝置可播放的格式，並量度網速。',
    start: '開始檢測',
    again: '重新檢測',
    busy: '檢測中',
    done: '已完成',
    hevc: 'HEVC 影像',
    hevcText: '播放 4K 所需',
    dolby: '杜比音效',
    dolbyText: '不支援時以立體聲播放',
    speed: '網速',
    speedText: '三次量度的中位數',
    yes: '支援',
    no: '不支援',
    mbps: 'Mb/s',
    /** Before the highest figure that is shown. */
    over: '超過',
    marks: { sd: '標清', hd: '高清', uhd: '4K' },
    range: (from: number, to: number) => `${from} 至 ${to}`,
    failed: '未能量度網速，請檢查網絡後再試。',
    verdict: {
      uhd: '可流暢播放 4K',
      hevcMissing: '可流暢播放高清',
      hd: '可流暢播放高清',
      sd: '可流暢播放標清',
      none: '網速不足，播放時可能緩衝',
    },
    reason: {
      uhd: (from: number, to: number) => `4K 需要每秒 ${from} 至 ${to} Mb，你的網速足夠。`,
      hevcMissing: () => '網速足以播放 4K，但這部裝置不支援 HEVC 解碼。',
      hd: (from: number, to: number, missing: string) => `4K 需要每秒 ${from} 至 ${to} Mb，尚差 ${missing} Mb。`,
      sd: (hd: number, missing: string) => `高清需要每秒 ${hd} Mb，尚差 ${missing} Mb。`,
      none: (sd: number) => `標清需要每秒 ${sd} Mb。請選擇「節省數據」，或改用較快的網絡。`,
    },
    copy: '複製結果',
    copied: '已複製檢測結果。',
    copyFailed: '未能複製，請手動記下結果。',
    line: (name: string, value: string) => `${name}：${value}`,
  },
}

export type HelpText = typeof help

/** Around the texts about the service. */
export const articles = {
  contents: '目錄',
  updated: (day: string) => `最後更新：${day}`,
  print: '列印',
}

export type ArticlesText = typeof articles

declare module '../texts.ts' {
  interface Texts {
    help: HelpText
    articles: ArticlesText
  }
}

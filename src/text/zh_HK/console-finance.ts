import type { LIABILITIES } from '#contract/admin/finance.ts'

/** The end of a month, and what licensors are told. */
export const consoleFinance = {
  views: { figures: '數字', month: '月結', licensor: '版權方報表' },
  view: '檢視',
  month: '月份',
  lead: '月結按香港時間的曆月計算。下載的檔案與指令 finance 的結果相同。',
  open: '本月未完，數字仍會變動。',
  balanced: '日記帳借貸平衡。',
  unbalanced: '日記帳借貸不平衡，請先查明原因。',
  unlicensed: (titles: number, plays: string, money: string) =>
    `不在任何供應期內：${titles} 套節目、${plays} 次播放及 ${money} 收入，不列入任何版權方的報表。`,
  revenue: '收入',
  revenueBy: '按類別的收入',
  owed: '月底負債',
  sums: '日記帳',
  debit: '借方合計',
  credit: '貸方合計',
  breakage: '過期未用收入',
  kinds: { plans: '計劃', rentals: '租看', screenings: '私人影院', goods: '特賣', breakage: '過期未用' },
  liabilities: {
    deferred_credits: '未用點數',
    deferred_gift_cards: '未兌換禮品卡',
    deferred_sales: '未寄出貨品',
    payments_received: '已收款但未交付',
    refund_hold: '退款處理中',
  } satisfies Record<(typeof LIABILITIES)[number], string>,
  downloads: '下載',
  files: {
    journal: { title: '日記帳', note: '按日、類別及科目的入帳，附合計。', label: '下載日記帳' },
    liabilities: {
      title: '負債及過期未用',
      note: '月底的未用點數、禮品卡、未寄出貨品、已收款但未交付的款項及處理中退款，以及當月過期未用收入。',
      label: '下載負債表',
    },
    invoices: { title: '夥伴帳單', note: '每個夥伴的兌換碼在當月給予的項目，作為帳單依據。', label: '下載夥伴帳單' },
  },
  exported: (rows: string) => `已匯出 ${rows} 行。`,
  countedAt: (time: string) => `帳目計算至 ${time}`,
  total: '合計',
  licensor: '版權方',
  licensorHint: '節目的供應期內填寫的版權方。',
  noLicensors: '未有版權方',
  noLicensorsText: '在節目的供應期內填寫版權方及合約編號後，可在此下載每月報表。',
  chooseLicensor: '請選擇版權方',
  titlesOf: (count: number) => `${count} 套節目`,
  statement: (licensor: string, month: string) => `${licensor}，${month}`,
  statementNote:
    '只計算供應期內的日子，以現時的供應期為準。退款計入退款當月，並歸入出售時的供應期。以計劃觀看的時間可用作分攤計劃收入。租看地區自本版本起記錄，之前的租看沒有地區。',
  none: '這個月份沒有觀看或租看',
  noneText: '請選擇另一個月份。',
  exportStatement: '匯出 CSV',
  regions: { HK: '香港', MO: '澳門', '': '未有記錄' },
  columns: {
    day: '日期',
    kind: '類別',
    account: '科目',
    debit: '借方',
    credit: '貸方',
    item: '項目',
    amount: '金額',
    partner: '夥伴',
    codes: '兌換碼',
    given: '數量',
    title: '節目',
    programId: '節目編號',
    region: '地區',
    contract: '合約',
    plays: '播放次數',
    seconds: '觀看秒數',
    planSeconds: '以計劃觀看的秒數',
    hours: '觀看時間',
    planHours: '以計劃觀看',
    sold: '租看',
    credits: '點數',
    revenue: '收入',
    refunds: '退回',
  },
}

export type ConsoleFinanceText = typeof consoleFinance

declare module '../texts.ts' {
  interface Texts {
    consoleFinance: ConsoleFinanceText
  }
}

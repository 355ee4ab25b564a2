/** `until`: only of a title that leaves before a whole rental ends. */
const watch = (until?: string) => (until ? `可觀看至 ${until}` : '可觀看 48 小時')
const watchSentence = (until?: string) => `可觀看${until ? `至 ${until}` : ' 48 小時'}。`

/** Credits: quotes, the statement. */
export const credits = {
  /** `year`: none for the current one. */
  moment: ({ year, month, day, time }: { year: number | undefined; month: number; day: number; time: string }) =>
    `${year ? `${year}年` : ''}${month}月${day}日 ${time}`,
  quote: {
    button: ({ credits, owned, until }: { credits: number; owned: number; until?: string }) =>
      `${credits} 點（現有 ${owned} 點），${watch(until)}`,
    question: ({ credits, parts, left, until }: { credits: number; parts: string[]; left: number; until?: string }) =>
      `確認使用 ${credits} 點租看？將扣除${parts.join('及')}，餘下 ${left} 點，${watchSentence(until)}`,
    from: {
      monthly: (credits: number) => `每月點數 ${credits} 點`,
      recharged: (credits: number) => `額外點數 ${credits} 點`,
    },
  },
  voucherQuote: {
    button: ({ left, until }: { left: number; until?: string }) => `1 張換領券（用後餘 ${left} 張），${watch(until)}`,
    question: ({ left, until }: { left: number; until?: string }) =>
      `確認使用 1 張換領券？用後餘 ${left} 張，${watchSentence(until)}`,
  },
  buckets: { monthly: '每月點數', recharged: '額外點數' },
  /** Lines of the statement, by kind of booking; `title` is what was rented. */
  lines: {
    rent: (title: string) => (title ? `租看《${title}》` : '租看節目'),
    screening: (title: string) => (title ? `私人影院《${title}》` : '私人影院'),
    restore: (title: string) => (title ? `《${title}》未能播放，退回點數` : '退回點數'),
    topup: () => '增值',
    code: () => '兌換碼',
    plan: () => '通行證每月點數',
    demo: () => '示範點數',
    expire: () => '點數到期',
    forfeit: () => '每月點數失效',
    void: () => '點數作廢',
    clawback: () => '付款爭議扣除點數',
    loss: () => '付款爭議扣除點數',
    hold: () => '退款扣回點數',
    release: () => '退款未完成，退回點數',
    correction: () => '客戶服務更正',
    other: () => '其他變動',
  },
  csv: { at: '日期及時間', text: '項目', bucket: '類別', change: '變動', balance: '該類結餘' },
}

export type CreditsText = typeof credits

/** The wallet: credits by bucket and expiry, and the statement. */
export const wallet = {
  title: '點數及紀錄',
  topUp: '增值點數',
  balance: '點數結餘',
  order: '租看時先扣最快失效的點數',
  extra: '額外點數來自增值、禮品卡或兌換碼。',
  unit: '點可用',
  credits: (n: string) => `${n} 點`,
  buckets: { monthly: '每月點數', recharged: '額外點數' },
  nth: (n: string) => `第 ${n} 批扣除`,
  lapse: (when: string) => `${when} 失效`,
  lapseSoon: (when: string, days: string) => `${when} 失效，尚餘 ${days} 日`,
  lapseToday: (when: string) => `${when} 失效，尚餘不足一日`,
  none: '現時沒有點數',
  noneText: '1 點等於 HK$1，可用於租看節目及購買私人影院場次。',
  blocked: '此帳戶的購買功能已暫停。',
  toContact: '聯絡我們',
  failed: '暫時未能載入點數結餘',
  statement: '點數紀錄',
  filter: '篩選點數',
  all: '全部',
  kind: '種類',
  allKinds: '所有種類',
  kinds: {
    rentals: '租看',
    topups: '增值',
    plan: '通行證',
    codes: '兌換碼',
    lapsed: '失效及作廢',
    refunds: '退款',
    other: '其他',
  },
  period: '期間',
  periods: { '3m': '最近三個月', '12m': '最近一年', all: '所有紀錄' },
  csv: '下載 CSV',
  csvDone: '已下載點數紀錄',
  columns: { at: '日期及時間', item: '項目', bucket: '點數種類', change: '點數', balance: '該類結餘' },
  receipt: '收據',
  receiptOf: (when: string) => `${when} 增值的收據`,
  balanceAfter: (n: string) => `餘 ${n}`,
  more: '載入較早紀錄',
  shown: (shown: string) => `顯示 ${shown} 項　香港時間`,
  empty: '沒有紀錄',
  emptyText: '沒有符合所選條件的點數紀錄。',
  statementFailed: '暫時未能載入點數紀錄',
}

export type WalletText = typeof wallet

declare module '../texts.ts' {
  interface Texts {
    wallet: WalletText
  }
}

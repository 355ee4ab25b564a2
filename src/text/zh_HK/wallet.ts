/** Credits: quotes, the statement. */
export const wallet = {
  /** `year`: none for the current one. */
  moment: ({ year, month, day, time }: { year: number | undefined; month: number; day: number; time: string }) =>
    `${year ? `${year}年` : ''}${month}月${day}日 ${time}`,
  quote: {
    button: ({ credits, owned, until }: { credits: number; owned: number; until: string }) =>
      `使用 ${credits} 點（現有 ${owned} 點），可觀看至 ${until}`,
    question: ({ credits, parts, left, until }: { credits: number; parts: string[]; left: number; until: string }) =>
      `確認使用 ${credits} 點租看？將扣除${parts.join('及')}，餘下 ${left} 點，可觀看至 ${until}。`,
    from: {
      monthly: (credits: number) => `每月點數 ${credits} 點`,
      recharged: (credits: number) => `額外點數 ${credits} 點`,
    },
  },
  voucherQuote: {
    button: ({ left, until }: { left: number; until: string }) => `1 張換領券（用後餘 ${left} 張），可觀看至 ${until}`,
    question: ({ left, until }: { left: number; until: string }) =>
      `確認使用 1 張換領券？用後餘 ${left} 張，可觀看至 ${until}。`,
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
    other: () => '點數變動',
  },
  csv: { at: '日期及時間', text: '項目', bucket: '類別', change: '變動', balance: '該類結餘' },
}

export type WalletText = typeof wallet

/** Codes: the field, why one is refused, and what one gives. */
export const codes = {
  label: '兌換碼',
  hint: '可直接貼上，不分大小寫；空格及橫線不影響。',
  missing: '請輸入兌換碼。',
  /** Said at the field: what is wrong, and what to do. */
  refused: {
    WRONG_CODE: { title: '這個兌換碼不正確。', text: '請核對每個字元後再試。' },
    CODE_EXPIRED: { text: '如由他人送贈，請聯絡送禮人。' },
    CODE_USED: { title: '這個兌換碼已經用過。', text: '如由你兌換，可在點數紀錄查看。' },
    NEW_USERS_ONLY: {
      title: '這個兌換碼只限新會員使用。',
      text: '只供從未兌換、付款或使用月費計劃的新帳戶使用。你可以把兌換碼送給未註冊的朋友。',
    },
  },
  triesLeft: (n: string) => `輸入錯誤尚餘 ${n} 次，之後須稍後再試。`,
  tooMany: '輸入錯誤次數過多，請稍後再試。',
  again: (clock: string) => `${clock} 後可再試`,
  offline: '網絡已中斷，你輸入的內容已保留，恢復連線後可再試。',
  toStatement: '查看點數紀錄',
  kinds: { plan: '通行證', credits: '點數', voucher: '換領券', ticket: '戲票' },
  amount: {
    plan: (n: string) => `${n} 個月`,
    credits: (n: string) => `${n} 點`,
    voucher: (n: string) => `${n} 張換領券`,
    ticket: (n: string) => `${n} 張戲票`,
  },
  until: {
    plan: (when: string) => `通行證至 ${when}`,
    other: (when: string) => `有效至 ${when}`,
  },
  listJoin: '、',
  /** Between two sentences. */
  sentenceJoin: '',
}

export type CodesText = typeof codes

declare module '../texts.ts' {
  interface Texts {
    codes: CodesText
  }
}

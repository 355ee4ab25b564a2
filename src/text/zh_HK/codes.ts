/** The rewards of a code. `plan`: its name. */
export const rewardTitle = {
  plan: (months: number, plan: string) => `${plan} ${months} 個月`,
  credits: (count: number) => `${count} 點`,
  voucher: (count: number) => `${count} 張換領券`,
  ticket: (count: number) => `${count} 張戲票`,
}
export type GrantTitleText = Readonly<Record<keyof typeof rewardTitle, (amount: number, plan: string) => string>>

/** Codes: the field, why one is refused, and what one gives. */
export const codes = {
  label: '兌換碼',
  hint: '可直接貼上，不分大小楷；空格及橫線不影響。',
  missing: '請輸入兌換碼。',
  /** Said at the field: what is wrong, and what to do. */
  refused: {
    WRONG_CODE: { title: '這個兌換碼不正確。', text: '請核對每個字元後再試。' },
    CODE_EXPIRED: { text: '如由他人送贈，請聯絡送禮人。' },
    CODE_USED: { title: '這個兌換碼已經用過。', text: '如由你兌換，可在點數紀錄查看。' },
    NEW_USERS_ONLY: {
      title: '這個兌換碼只限新會員使用。',
      text: '只供從未兌換、付款或使用通行證的新帳戶使用。你可以把兌換碼送給未註冊的朋友。',
    },
  },
  triesLeft: (n: string) => `尚可再試 ${n} 次，其後須稍候。`,
  tooMany: '輸入錯誤次數過多，請稍後再試。',
  again: (clock: string) => `${clock} 後可再試`,
  offline: '網絡已中斷，你輸入的內容已保留，恢復連線後可再試。',
  toStatement: '查看點數紀錄',
  kinds: { plan: '通行證', credits: '點數', voucher: '換領券', ticket: '戲票' },
  planOf: (months: string) => `${months}通行證`,
  /** The credits that come with each month of a plan. */
  monthlyCredits: (n: string) => `每月附送 ${n} 點`,
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

/** Redeeming a code: the screens, what a code gives, and what became of it. */
export const redeem = {
  title: '兌換',
  text: '禮品卡、優惠碼、月費碼及分享碼都在這裏輸入。確認前會先顯示內容。',
  textTelecom: '換領券及戲票的兌換碼在這裏輸入。確認前會先顯示內容。',
  preview: '查看內容',
  visitor: '查看內容前須先登入，你輸入的兌換碼會保留。',
  from: (name: string) => `${name} 送給你`,
  quote: (message: string) => `「${message}」`,
  /** Gift cards that were given to the member. */
  waiting: {
    title: '等你兌換的禮品卡',
    from: (gift: string, name: string) => `${gift}，${name} 送給你`,
    until: (when: string) => `${when} 前兌換`,
    choose: '兌換',
  },
  gives: '你會得到',
  before: '確認後才會存入',
  kind: (name: string) => `種類：${name}`,
  kinds: {
    redeem: '兌換碼',
    promotion: '優惠碼',
    giftcard: '禮品卡',
    plan: '月費碼',
    partner: '夥伴兌換碼',
    sharing: '分享碼',
  },
  /** This account has redeemed it before. */
  repeated: {
    title: (when: string) => `你已於 ${when} 使用這個兌換碼`,
    text: '當時所得的內容如下，不會再次存入。',
  },
  now: '現有',
  after: '兌換後',
  credits: (n: string) => `${n} 點`,
  confirm: '確認兌換',
  another: '使用另一個兌換碼',
  once: '每個帳戶只可兌換此碼一次，存入後不能轉讓或退回。',
  account: (number: string) => `會存入帳戶 ${number}。`,
  done: {
    kicker: '兌換成功',
    title: (what: string) => `已存入 ${what}`,
    toWallet: '查看點數',
    toSetup: '查看帳戶',
    watch: '開始觀看',
    another: '再兌換一個',
  },
  monthly: {
    kicker: '月費兌換',
    headline: ['有月費碼', '即可開始觀看'],
    lead: '輸入月費碼即可獲得數個月的通行證，毋須付款，亦不會自動續期。',
    steps: '三步完成',
    stepList: [
      { title: '登入', text: '以手提電話號碼登入；未有帳戶，註冊只需幾分鐘。' },
      { title: '輸入月費碼', text: '先顯示包括多少個月及何時到期。' },
      { title: '確認', text: '通行證立即生效；如已有通行證，會在現有計劃之後開始。' },
    ],
    login: '登入並輸入月費碼',
    enter: '輸入月費碼',
    title: '輸入月費碼',
    text: '確認前會先顯示通行證的月數及到期日。',
    explain: '月費碼是甚麼？',
  },
}

export type RedeemText = typeof redeem

/** Binding an account to a telecom partner by its code. */
export const partnerCode = {
  title: '電訊夥伴兌換',
  text: '輸入電訊夥伴給你的兌換碼，把帳戶綁定至該夥伴。',
  partner: '電訊夥伴',
  partners: { hgc: 'HGC', clp: 'CLP', suntel: 'SunTel' },
  label: '夥伴兌換碼',
  means: '綁定後',
  meansList: [
    '以換領券觀看標示「換領券」的節目，以戲票到電影院看電影；兌換碼所附的換領券及戲票會即時存入。',
    '不再使用點數及通行證，亦沒有首月免費。',
    '綁定後不能還原，亦不能再轉到其他夥伴。',
  ],
  needs: '如帳戶仍有點數、生效中的通行證或未完成的付款，須先用完點數，或待通行證或付款結束，才可綁定。',
  submit: '下一步',
  visitor: '綁定前須先登入，你輸入的兌換碼會保留。',
  confirm: {
    title: (partner: string) => `把帳戶綁定至 ${partner}？`,
    text: '綁定後不能還原。帳戶會以換領券及戲票代替點數及通行證。',
    account: (number: string) => `帳戶 ${number}`,
    yes: '確認綁定',
    no: '返回',
  },
  conflict: '這個帳戶現時未能綁定。',
  done: {
    kicker: '綁定成功',
    title: (partner: string) => `帳戶已綁定至 ${partner}`,
    tickets: '現有換領券及戲票',
    count: (n: string) => `${n} 張`,
    watch: '開始觀看',
    toSetup: '查看帳戶',
  },
  already: {
    title: (partner: string) => `帳戶已綁定至 ${partner}`,
    text: (partner: string) => `輸入 ${partner} 給你的另一個兌換碼，所附的換領券及戲票會即時存入。`,
    submit: '兌換',
  },
}

export type PartnerCodeText = typeof partnerCode

declare module '../texts.ts' {
  interface Texts {
    codes: CodesText
    redeem: RedeemText
    partnerCode: PartnerCodeText
  }
}

import { paying } from './paying.ts'

/** Gift cards: to buy one, its balance, and those that were bought. */
export const giftCards = {
  ...paying,
  kicker: (brand: string) => `${brand}禮品卡`,
  title: '送一晚好戲',
  views: { label: '禮品卡', buy: '購買', redeem: '兌換', balance: '查結餘', mine: '我買的禮品卡' },
  back: '返回購買',
  designs: { harbour: '夜海歸帆', neon: '霓虹有戲', sunrise: '日出浪花' },
  buy: {
    design: '款式',
    value: '面值',
    valueHint: '1 點等於 HK$1；通行證以月計算，不會自動續期。',
    to: '送給',
    toChoices: { self: '自己使用', mobile: '手提電話', email: '電郵' },
    others: '電訊夥伴會員不能兌換禮品卡，請選擇送給他人。',
    selfNote: '兌換碼會以短訊發送到你的手提電話，亦可在「我買的禮品卡」查看。',
    email: '收禮人電郵',
    message: '留言（選填）',
    messageHint: (count: string, max: string) => `${count} / ${max}`,
    quote: (message: string) => `「${message}」`,
    preview: '預覽',
    bySms: '付款後，兌換碼會以短訊發送給收禮人。',
    byEmail: '付款後，兌換碼會以電郵發送給收禮人。',
    forSelf: '付款後，兌換碼會以短訊發送給你。',
    valid: (months: string) => `兌換碼於購買後 ${months} 個月內有效`,
    provider: '付款方式',
    total: '應付總額',
    noFee: '不設手續費',
    pay: '付款',
    visitor: '付款前須先登入，你填寫的內容會保留。',
    empty: '現時沒有禮品卡出售',
    emptyText: '請稍後再試。',
    failed: '暫時未能載入禮品卡',
    notStarted: '你的交易可能未能完成。',
  },
  confirm: {
    title: '確認購買禮品卡',
    card: '禮品卡',
    design: '款式',
    to: '送給',
    self: '自己使用',
    message: '留言',
    provider: '付款方式',
    total: '應付總額',
    final: '付款後不能更改收禮人。未兌換的禮品卡可在這裏看到兌換碼及狀態。',
    pay: '確認並付款',
    change: '返回修改',
  },
  redeem: { title: '兌換禮品卡', text: '確認前會先顯示內容。' },
  balance: {
    title: '查禮品卡結餘',
    text: '輸入兌換碼，只會查看面值及狀態，不會兌換。',
    check: '查看結餘',
    state: '狀態',
    worth: '內容',
    redeem: '兌換這張禮品卡',
  },
  states: { unused: '未兌換', redeemed: '已兌換', expired: '已過期', voided: '已失效' },
  mine: {
    title: '我買的禮品卡',
    text: '兌換碼只供收禮人使用，請勿公開。兌換後不再顯示。',
    code: '兌換碼',
    copy: '複製兌換碼',
    copied: '已複製兌換碼',
    copyFailed: '未能複製，請選取兌換碼後自行複製。',
    to: (recipient: string) => `送給 ${recipient}`,
    self: '自己使用',
    bought: (when: string) => `${when} 購買`,
    until: (when: string) => `有效至 ${when}`,
    empty: '未有購買禮品卡',
    emptyText: '購買後，兌換碼及狀態會在這裏列出。',
    failed: '暫時未能載入你的禮品卡',
    login: '登入後可查看你買的禮品卡。',
    loginAction: '登入',
    more: '載入更多',
    shown: (shown: string, total: string) => `顯示 ${shown} 張，共 ${total} 張`,
  },
  sharing: {
    title: '分享碼與禮品卡有甚麼分別？',
    text: '分享碼由推廣活動派發，只限新會員使用：帳戶建立不超過 30 日，而且從未兌換、付款或使用月費計劃。禮品卡則所有會員都可兌換，電訊夥伴會員除外。',
  },
}

export type GiftCardsText = typeof giftCards

declare module '../texts.ts' {
  interface Texts {
    giftCards: GiftCardsText
  }
}

import type { Language } from '#contract/languages.ts'
import type { PaymentItem, PaymentItems } from '#contract/payments.ts'
import { paying } from './paying.ts'
import { closeHan } from '../close-han.ts'

/** An amount of Hong Kong dollars: `HK$50`, `HK$12.50`. */
export const formatHkd = (cents: number): string => `HK$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`

/** The item, as receipts and providers' pages name it. */
export function formatItem(item: PaymentItem): string {
  switch (item.template) {
    case 'credits':
      return `${item.params.credits} 點`
    case 'giftcard':
      return `禮品卡：${formatGift(item)}`
    case 'cinema':
      return `私人影院：${item.params.name.zh_HK}，${formatStart(item.params.startsAt)}`
    case 'sale':
      return formatGoods(item.params)
    default:
      return `${item.params.name.zh_HK}一個月`
  }
}

/** The start of a screening in Hong Kong time, on receipts that are kept: `2026年11月28日 20:00`. */
function formatStart(startsAt: string): string {
  const { year, month, day, hour, minute } = Temporal.Instant.from(startsAt).toZonedDateTimeISO('Asia/Hong_Kong')
  return `${year}年${month}月${day}日 ${hour}:${String(minute).padStart(2, '0')}`
}

/** The rewards of a gift card. */
export function formatGift(item: PaymentItem): string {
  if (item.template !== 'giftcard') return formatItem(item)
  return 'credits' in item.params ? `${item.params.credits} 點` : formatMonths(item.params)
}

/** As `formatGift`, with the credits that come with a plan. */
export function formatWholeGift(item: PaymentItem): string {
  const credits = creditsOfMonths(item)
  return credits ? `${formatGift(item)}（每月附送 ${credits} 點）` : formatGift(item)
}

const creditsOfMonths = (item: PaymentItem): number | undefined =>
  item.template === 'giftcard' && 'months' in item.params ? item.params.creditsPerCycle : undefined

const formatMonths = ({ name, months }: { name: Readonly<Record<Language, string>>; months: number }): string =>
  `${name.zh_HK} ${months} 個月`

/** Goods of an order: `《夜渡鯉魚門》`, `《夜渡鯉魚門》 3 件`, `《夜渡鯉魚門》等 3 款`. */
export function formatGoods({ name, units, things, medium }: PaymentItems['sale']): string {
  const title = `《${name.zh_HK}》`
  const first = medium ? `${title}（${MEDIA[medium]}）` : title
  if (things > 1) return `${first}等 ${things} 款`
  return units === 1 ? first : `${first} ${units} 件`
}

const MEDIA = { dvd: 'DVD 影碟', bluray: '藍光影碟' } as const

/** Paying: top-up, its result, payments and receipts. */
export const payments = {
  ...paying,
  topUp: {
    title: '增值點數',
    text: '1 點等於 HK$1，可用於租看節目及購買私人影院場次。增值所得為額外點數，不會隨每月點數在當期結束時失效。',
    forTitle: (title: string, n: string) => `租看《${title}》還差 ${n} 點`,
    forScreening: (title: string, n: string) => `購買《${title}》的場次還差 ${n} 點`,
    packs: '選擇點數',
    pack: (n: string) => `${n} 點`,
    valid: (months: string) => `${months} 個月內有效`,
    provider: '付款方式',
    pay: '付款',
    empty: '現時未能增值',
    emptyText: '請稍後再試。',
    telecom: '你的帳戶毋須增值',
    telecomText: '電訊夥伴會員以換領券觀看電影，不使用點數。',
    toAccount: '查看我的換領券',
    failed: '暫時未能載入增值選項',
    /** SPEC 8: Your transaction may not be completed. */
    notStarted: '你的交易可能未能完成。',
    back: '返回',
  },
  result: {
    heading: '付款結果',
    pending: '等待確認',
    pendingTitle: (provider: string) => closeHan(`正在向 ${provider} 查詢`),
    paid: '付款成功',
    paidTitle: (n: string) => `已增值 ${n} 點`,
    balance: (n: string) => `現有 ${n} 點`,
    balanceNow: '現有點數',
    paidPlan: '通行證已生效',
    paidItem: (item: string) => `已購買${item}`,
    paidOther: '付款已完成',
    failed: '付款未完成',
    failedTitle: '沒有收取任何款項',
    failedText: '付款機構沒有批准這次付款，或付款已取消。你可以再試一次。',
    expired: '訂單已過期',
    expiredTitle: '沒有收取任何款項',
    expiredText: '訂單在付款前已過期。你可以再試一次。',
    reviewed: '正在核對',
    reviewedTitle: '收到的金額與訂單不同',
    reviewedText: '付款已收到，但金額與訂單不同，我們正在核對。請勿再次付款；核對後會以「訊息」通知你，或把款項退回。',
    undelivered: '正在退款',
    undeliveredTitle: '款項正在退還給你',
    saleText: '貨品寄出時，會以「訊息」通知你。',
    undeliveredText: '付款已收到，但未能交付所購項目，款項會自動退回。完成後會以「訊息」通知你。',
    refunded: '已退款',
    refundedTitle: (amount: string) => `已退還 ${amount}`,
    refundedText: '款項會按付款機構的安排退回原來的付款方式。',
    item: '項目',
    passEnds: '通行證有效至',
    recipient: '已發送給',
    pickup: '自取地點',
    order: '訂單編號',
    amount: '付款金額',
    partRefunded: '已退還',
    provider: '付款方式',
    createdAt: '訂單時間',
    paidAt: '付款時間',
    close: '如果關閉這一頁',
    closeList: [
      '查詢會繼續，毋須再付款，亦不會重複收費',
      '有結果時，會以「訊息」通知你',
      '保留這一頁的網址，隨時可再查看結果',
    ],
    every: '每 5 秒查詢一次',
    until: (when: string) => `${when} 仍未確認，訂單會取消，不會收費。`,
    check: '已付款？檢查狀態',
    continue: '繼續付款',
    toTitle: '返回節目租看',
    toBought: {
      credits: '查看點數',
      plan: '查看通行證',
      renewal: '查看通行證',
      staff: '查看通行證',
      giftcard: '查看禮品卡',
      cinema: '前往場次',
      sale: '查看訂單',
    },
    toReceipt: '查看收據',
    toHome: '返回首頁',
    retry: '再試一次',
    unknown: '找不到這張訂單',
    unknownText: '請檢查訂單編號，或在「付款及收據」查看。',
    load: '暫時未能查詢付款結果',
    toPayments: '付款及收據',
  },
  list: {
    title: '付款及收據',
    status: { pending: '等待確認', paid: '已付款', failed: '未完成', expired: '已過期', refunded: '已退款' },
    partRefunded: (amount: string) => `已退還 ${amount}`,
    openRefund: { pending: '退款處理中', awaiting_claim: '退款待領取', returned: '退款未領取' },
    receipt: '收據',
    order: '訂單編號',
    receiptOf: (order: string) => `${order} 的收據`,
    empty: '沒有付款紀錄',
    emptyText: '付款後，紀錄及收據會在這裏列出。',
    failed: '暫時未能載入付款紀錄',
    more: '載入較早紀錄',
    shown: (shown: string, total: string) => `顯示 ${shown} 項，共 ${total} 項`,
  },
}

export type PaymentsText = typeof payments

/** A receipt and its refund notes: shown in both languages side by side, whichever the reader has chosen. */
export const receipts = {
  title: '收據',
  number: '收據編號',
  /** Where they are the same. */
  numbers: '收據及訂單編號',
  order: '訂單編號',
  issuedAt: '發出日期',
  item: '項目',
  amount: '金額',
  total: '總額',
  provider: '付款方式',
  reference: '付款機構參考編號',
  refunds: '退款',
  note: '退款通知編號',
  openRefund: {
    pending: '退款處理中',
    awaiting_claim: '退款待領取',
    returned: '退款未有領取，款項已退回本服務，請聯絡我們。',
  },
  claim: '領取退款',
  claimText: '退款以領取連結發出，請選擇收款方式。此連結只供你本人使用。',
  print: '列印',
  back: '返回付款紀錄',
  failed: '暫時未能載入收據',
  unknown: '找不到這張收據',
  unknownText: '收據在付款完成後發出。',
  timeZone: '香港時間',
}

export type ReceiptsText = typeof receipts

declare module '../texts.ts' {
  interface Texts {
    payments: PaymentsText
  }
}

import type { PaymentPurpose } from '#contract/payments.ts'
import { orderStates } from './order-states.ts'
import { paymentKinds } from './payment-kinds.ts'

/** Orders for money. */
export const consoleOrders = {
  search: '訂單、帳戶或付款機構編號',
  searchHint: '完整的訂單編號、帳戶編號或付款機構編號',
  state: '狀態',
  states: orderStates,
  kind: '購買',
  kinds: {
    credits: '增值點數',
    plan: '預付一個月',
    renewal: '計劃續期',
    giftcard: '禮品卡',
    cinema: '私人影院',
    staff: '員工計劃',
    sale: '特賣',
  } satisfies Record<PaymentPurpose, string>,
  provider: '付款方式',
  providers: paymentKinds,
  from: '由',
  until: '至',
  zone: '香港時間',
  list: '訂單',
  columns: {
    order: '訂單',
    item: '購買',
    amount: '金額',
    provider: '付款方式',
    state: '狀態',
    delivered: '交付',
    created: '建立',
  },
  open: (number: string) => `開啟訂單 ${number}`,
  sandbox: '測試',
  yes: '是',
  account: '帳戶',
  erased: '帳戶已刪除',
  delivered: '已交付',
  undelivered: '未能交付',
  answerBy: (time: string) => `${time} 前回覆`,
  answerPassed: (time: string) => `回覆限期已於 ${time} 屆滿`,
  refunded: (amount: string) => `已退 ${amount}`,
  export: '匯出 CSV',
  exported: (rows: string) => `已匯出 ${rows} 張訂單。`,
  file: {
    order: '訂單',
    outTradeNo: '訂單系統編號',
    account: '帳戶',
    created: '建立時間（香港）',
    paid: '付款時間（香港）',
    delivered: '交付時間（香港）',
    state: '狀態',
    kind: '種類',
    item: '項目',
    provider: '付款方式',
    sandbox: '測試',
    amount: '金額',
    currency: '貨幣',
    paidAmount: '已付金額',
    paidCurrency: '已付貨幣',
    refunded: '已退款',
  },
  fileName: 'orders.csv',
  empty: '未有訂單',
  emptyText: '會員付款後，訂單會在此顯示。',
  none: '沒有符合的訂單',
  noneText: '請核對編號，或更改篩選。',
}

export type ConsoleOrdersText = typeof consoleOrders

declare module '../texts.ts' {
  interface Texts {
    consoleOrders: ConsoleOrdersText
  }
}

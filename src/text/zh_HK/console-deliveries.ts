import type { DeliveryMethod, DeliveryState, Medium } from '#contract/goods.ts'

/** Orders of goods on their way to their buyers. */
export const consoleDeliveries = {
  view: '送貨',
  search: '訂單編號',
  searchHint: '完整的訂單編號',
  state: '狀態',
  states: { paid: '待寄出', sent: '已寄出', delivered: '已送達', cancelled: '已取消' } satisfies Record<
    DeliveryState,
    string
  >,
  methods: { pickup: '智能櫃自取', overseas: '海外寄送' } satisfies Record<DeliveryMethod, string>,
  media: { dvd: 'DVD', bluray: '藍光碟' } satisfies Record<Medium, string>,
  list: '送貨',
  columns: { order: '訂單', goods: '貨品', to: '送往', state: '狀態', paid: '付款', sent: '寄出' },
  open: (number: string) => `開啟訂單 ${number}`,
  item: (name: string, medium: string, count: string) => `${count} × ${name}（${medium}）`,
  refundRuns: '退款處理中',
  disputed: '付款有爭議',
  restocked: '已回倉',
  reference: (reference: string) => `運單 ${reference}`,
  address: '收件人及地址',
  showAddress: '顯示收件人及地址',
  addressNote: '查閱會寫入審計紀錄。',
  noAddress: '地址已按私隱聲明刪除。',
  recipient: '收件人',
  phone: '電話',
  postcode: '郵政編號',
  country: '國家或地區',
  markSent: '標示為已寄出',
  markDelivered: '標示為已送達',
  restock: '貨品回倉',
  openOrder: '開啟付款訂單',
  sending: {
    title: (number: string) => `寄出 ${number}`,
    text: '會員會收到通知，收益即時入帳，不能復原。',
    reference: '運單編號（選填）',
    done: '已標示為寄出。',
  },
  delivering: {
    title: (number: string) => `${number} 已送達`,
    text: '表示貨品已由會員取走或已交到收件人手上。',
    done: '已標示為送達。',
  },
  restocking: {
    title: (number: string) => `${number} 的貨品回倉`,
    text: '貨品須已在手上。每張訂單只可回倉一次；退款須在訂單頁另行處理。',
    done: '貨品已回倉，可再次出售。',
  },
  packing: {
    label: '包裝清單',
    title: '下載包裝清單',
    text: '包括所有待寄出訂單的收件人、電話及地址，不包括正在退款或有爭議的訂單。下載會寫入審計紀錄。',
    word: '下載',
    done: (orders: string) => `已下載 ${orders} 張訂單的包裝清單。`,
    more: '只包括最早的訂單；寄出後請再下載。',
    fileName: 'packing.csv',
    columns: {
      order: '訂單',
      recipient: '收件人',
      phone: '電話',
      method: '方式',
      locker: '智能櫃',
      lockerAddress: '智能櫃地址',
      address: '地址',
      country: '國家或地區及郵政編號',
      goods: '貨品',
      units: '件數',
    },
  },
  none: '沒有符合的訂單',
  noneText: '請核對訂單編號，或更改篩選。',
  empty: '沒有待寄出的訂單',
  emptyText: '會員購買貨品後，訂單會在此顯示。',
}

export type ConsoleDeliveriesText = typeof consoleDeliveries

declare module '../texts.ts' {
  interface Texts {
    consoleDeliveries: ConsoleDeliveriesText
  }
}

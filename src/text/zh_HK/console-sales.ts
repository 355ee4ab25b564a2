/** Special sales: goods with their stock, sales, lockers, shipping costs. */
export const consoleSales = {
  note: '貨品、存貨、智能櫃及運費',
  views: { goods: '貨品', sales: '特賣', lockers: '智能櫃', freight: '運費' },
  add: { goods: '新增貨品', sales: '新增特賣', lockers: '新增智能櫃', freight: '新增運費區' },
  edit: { goods: '編輯貨品', sales: '編輯特賣', lockers: '編輯智能櫃', freight: '編輯運費區' },
  importTable: { lockers: '匯入智能櫃', freight: '匯入運費表' },
  searchGoods: '貨品或節目',
  searchSales: '特賣名稱',
  searchLockers: '編號或地址',
  searchFreight: '運費區或國家代號',
  emptyGoods: { title: '未有貨品', text: '先新增一個特賣，再加入貨品。' },
  emptySales: { title: '未有特賣', text: '新增特賣後，便可加入貨品。' },
  empty: {
    lockers: { title: '未有智能櫃', text: '逐個新增，或匯入整個表格。' },
    freight: { title: '未有運費區', text: '逐個新增，或匯入整個表格。' },
  },
  media: { dvd: 'DVD', bluray: '藍光碟' },
  goodsColumns: {
    name: '貨品',
    sale: '特賣',
    price: '售價',
    stock: '已售／存貨',
    left: (count: number) => `尚餘 ${count}`,
    unsent: '待寄訂單',
    state: '狀態',
    arrived: '存貨',
  },
  saleColumns: { title: '特賣', starts: '開始', ends: '結束', goods: '貨品', unsent: '待寄訂單', state: '狀態' },
  lockerColumns: { code: '編號', district: '分區', address: '地址', unsent: '待寄訂單', state: '狀態' },
  freightColumns: { zone: '運費區', countries: '國家或地區', first: '首件', further: '其後每件', state: '狀態' },
  goods: {
    labels: {
      name: '名稱',
      detail: '一行說明',
      description: '介紹',
      saleId: '所屬特賣',
      medium: '媒體',
      price: '售價',
      supplied: '首批數量',
      restockOn: '預計補貨日',
      position: '排列次序',
      programId: '所屬節目',
    },
    hints: { supplied: '之後以「到貨」增減', position: '數字越小越前' },
  },
  sale: {
    labels: {
      title: '名稱',
      description: '介紹',
      startsAt: '開始',
      endsAt: '結束',
      programId: '橫額圖片取自節目',
    },
  },
  locker: {
    labels: { lockerCode: '編號', region: '地區', district: '分區', address: '地址' },
    hints: { lockerCode: '大楷字母、數字及 -，例如 H852-07' },
  },
  freight: {
    labels: { zoneId: '運費區編號', countries: '國家或地區', first: '首件', further: '其後每件' },
    hints: { countries: '兩個字母的代號，例如 GB, FR', zoneId: '例如 europe' },
  },
  withdrawGoods: (unsent: number, held: number) =>
    `網站不再售賣。${held === 0 ? '' : `正在付款的 ${held} 件可如常完成。`}${unsent === 0 ? '沒有待寄訂單。' : `已付款的 ${unsent} 張訂單照常寄出。`}`,
  withdrawSale: (unsent: number, paying: number) =>
    `整個特賣不再顯示。${paying === 0 ? '' : `正在付款的 ${paying} 張訂單可如常完成。`}${unsent === 0 ? '沒有待寄訂單。' : `已付款的 ${unsent} 張訂單照常寄出。`}`,
  withdrawLocker: (unsent: number) =>
    unsent === 0
      ? '買家不能再選擇此智能櫃。沒有待寄往這裏的訂單。'
      : `買家不能再選擇此智能櫃。已付款的 ${unsent} 張訂單仍會寄往這裏。`,
  withdrawFreight: '此區的國家或地區不能再寄送，直至另一個運費區包含它們。',
  addStock: {
    label: '到貨',
    of: (name: string) => `${name} 到貨`,
    title: (name: string) => `${name}：更改存貨`,
    supplied: '累計收貨',
    sold: '已售',
    held: '付款中',
    free: '尚餘',
    units: '增減數量',
    unitsHint: '到貨 20 件輸入 +20，損壞 3 件輸入 -3',
    whole: '請輸入整數，例如 +20 或 -3。',
    before: '數量會加在現有存貨上，期間售出的不受影響。',
    after: (supplied: number, free: number) => `累計收貨 ${supplied} 件，尚餘 ${free} 件`,
    submit: '更改存貨',
    done: (supplied: number, free: number) => `已更改：累計收貨 ${supplied} 件，尚餘 ${free} 件。`,
  },
}

export type ConsoleSalesText = typeof consoleSales

declare module '../texts.ts' {
  interface Texts {
    consoleSales: ConsoleSalesText
  }
}

/** Renting a title: the note below its button, the dialogs in which it is bought, and what is rented. */
export const rentals = {
  confirmTitle: (title: string) => `租看《${title}》？`,
  rentTitle: '租看節目',
  loading: '正在查詢租看詳情',
  /** `when` is an instant: 11月24日 21:20. */
  term: '租看後 48 小時內可不限次數觀看。',
  shortTerm: (when: string) => `節目將於 48 小時內下架，可觀看至 ${when}。`,
  /** Qualities of the title that this device cannot play. */
  deviceLimits: {
    uhd: '這部裝置未能播放 4K，將以最高 1080p 播放。',
    dolby: '這部裝置未能播放杜比音效，將以其他聲軌播放。',
  },
  series: (n: string) => `包括全部 ${n} 集`,
  buckets: { monthly: '每月點數', recharged: '額外點數' },
  bucketJoin: '及',
  lapse: (when: string) => `${when} 失效`,
  credits: (n: string) => `${n} 點`,
  voucherTitle: (title: string) => `以換領券觀看《${title}》？`,
  voucherConfirm: '使用換領券',
  vouchers: (n: string) => `${n} 張`,
  voucher: (until: string) => `${until} 到期的換領券`,
  takenVouchers: (n: string) => `−${n} 張`,
  takenVouchersLabel: (n: string) => `使用 ${n} 張`,
  ownedVouchers: (n: string) => `現有 ${n} 張換領券`,
  leftVouchers: (n: string) => `用後餘 ${n} 張`,
  voucherRefund: '如節目未能播放，換領券會自動退還。',
  taken: (n: string) => `−${n} 點`,
  takenLabel: (n: string) => `扣除 ${n} 點`,
  owned: (n: string) => `現有 ${n} 點`,
  left: (n: string) => `租看後餘 ${n} 點`,
  adult: '第\u00a0III\u00a0級節目，播放前須輸入家長密碼。',
  refund: '如節目未能播放，點數會自動退還。',
  lacksTime: (left: string, needed: string) => `可觀看時間尚餘 ${left}，少於片長 ${needed}。`,
  confirm: '確認租看',
  cancel: '取消',
  close: '關閉',
  retry: '重試',
  failed: '暫時未能查詢租看詳情',
  about: '查看節目詳情',
  quoteChanged: '租看詳情已更新，請再次確認。',
  /** The line below the button: from which buckets the price is taken, and what is left. */
  note: (from: string, left: string) => `由${from}扣除，租看後餘 ${left} 點`,
  voucherNote: (until: string, left: string) => `使用 ${until} 到期的換領券，用後餘 ${left} 張`,
  pack: (n: string, amount: string) => `${n} 點　${amount}`,
  short: (owned: string) => `現有 ${owned} 點`,
  running: (until: string, left: string) => `租看至 ${until}（尚餘 ${left}）`,
  /** SPEC 8: There is not enough credits to play this program. */
  notEnough: '點數不足，未能播放此節目',
  /** SPEC 8: Insufficient points, please recharge. */
  recharge: '點數不足，請增值',
  missingTitle: (n: string) => `還差 ${n} 點`,
  needed: (n: string) => `需要 ${n} 點`,
  meter: (owned: string, needed: string) => `現有 ${owned} 點，需要 ${needed} 點`,
  afterwards: (n: string) => `租看後餘 ${n} 點`,
  tooSmall: '不足以租看此節目',
  topUpButton: '增值點數',
  /** Both ways to a title, before the login. */
  orPass: (price: string) => `${price}，或通行證`,
  topUp: (n: string) => `增值 ${n} 點`,
  topUpNone: '現時未能增值，請稍後再試。',
  topUpFailed: '暫時未能載入增值選項',
  back: '增值後返回此節目，即可租看。',
  /** The plan as another way to a title. */
  planTitle: (title: string) => `以通行證觀看《${title}》`,
  planNone: '現時未能訂閱通行證，請稍後再試。',
  planOther: '或選用通行證',
  planWatches: '觀看此節目毋須點數',
  planCredits: (n: string, left: string) => `即送 ${n} 點，租看後餘 ${left} 點`,
  subscribe: '訂閱通行證',
  unknownTitle: '找不到這個節目',
  refusedTitle: '未能租看此節目',
  purchased: {
    title: '租看節目',
    row: '租看中',
    rowLeft: (left: string) => `尚餘 ${left}`,
    bought: (when: string) => `${when} 租看`,
    until: (when: string) => `可觀看至 ${when}`,
    play: '播放',
    playOf: (title: string) => `播放《${title}》`,
    details: (title: string) => `《${title}》詳情`,
    empty: '沒有租看中的節目',
    emptyText: '租看的節目會在這裏列出，直至可觀看時間結束。',
    browse: '瀏覽節目',
    failed: '暫時未能載入租看節目',
    more: '顯示更多',
  },
}

export type RentalsText = typeof rentals

declare module '../texts.ts' {
  interface Texts {
    rentals: RentalsText
  }
}

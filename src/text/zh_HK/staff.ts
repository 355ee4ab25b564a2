import { paying } from './paying.ts'

/** The staff plan: company and staff number, the plans, and taking one. */
export const staff = {
  ...paying,
  title: '員工計劃',
  text: '輸入公司名稱及員工編號，核對後即可使用公司的員工計劃。',
  company: '公司名稱',
  companyHint: '與公司提供的名稱相同。',
  companyMissing: '請輸入公司名稱。',
  number: '員工編號',
  numberMissing: '請輸入員工編號。',
  check: '核對',
  tooMany: '嘗試次數過多，請稍後再試。',
  again: (clock: string) => `${clock} 後可再試`,
  notFound: '找不到這個公司名稱及員工編號，或員工計劃已被領取。請核對後再試；如仍未成功，請向公司查詢。',
  verified: (company: string) => `已核對：${company}`,
  change: '更改公司或員工編號',
  plans: '選擇員工計劃',
  free: '免費',
  price: (amount: string) => `${amount}（一個月，不會自動續期）`,
  credits: (n: string) => `每期附送 ${n} 點`,
  refused: {
    HAS_PLAN: '你已有通行證，未能使用員工計劃。',
    TELECOM_PARTNER: '電訊夥伴會員未能使用員工計劃。',
    CLOSING: '帳戶正在結束，重新啟用後才可使用。',
  },
  provider: '付款方式',
  onlyWechat: '以微信支付付款',
  noWechat: '現時未能以微信支付付款，請稍後再試。',
  noProvider: '現時未能付款，請稍後再試。',
  take: '免費領取',
  pay: '付款',
  visitor: '領取前須先登入，你填寫的資料會保留。',
  expired: '核對已過期，請再核對一次。',
  notStarted: '你的交易可能未能完成。',
  done: {
    kicker: '員工計劃已生效',
    title: '盡情觀看',
    until: '有效至',
    watch: '開始觀看',
    toSetup: '查看帳戶',
  },
}

export type StaffText = typeof staff

declare module '../texts.ts' {
  interface Texts {
    staff: StaffText
  }
}

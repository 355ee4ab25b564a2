/** The account's part of the header and of the menu drawer. */
export const accountMenu = {
  label: '帳戶選單',
  open: (name: string) => `帳戶選單：${name}`,
  profiles: '個人檔案',
  kids: '兒童',
  manage: '管理個人檔案',
  account: '帳戶',
  favorite: '我的片單',
  watched: '觀看紀錄',
  credits: '點數',
  tickets: '換領券及戲票',
  creditsLeft: (total: string) => `${total} 點`,
  ticketsLeft: (total: string) => `${total} 張票券`,
  monthly: (credits: string) => `每月點數 ${credits}`,
  extra: (credits: string) => `額外點數 ${credits}`,
  listJoin: '，',
  plan: '通行證',
  redeem: '兌換',
  logout: '登出',
  failed: '暫時未能載入',
}

export type AccountMenuText = typeof accountMenu

declare module '../texts.ts' {
  interface Texts {
    accountMenu: AccountMenuText
  }
}

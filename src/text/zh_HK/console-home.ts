/** What waits for the operator. */
export const consoleHome = {
  todo: '需要處理',
  approvals: (count: number) => `${count} 項批准要求待你決定`,
  approvalsText: '過 72 小時未決定便會過期。',
  own: (count: number) => `你提出的 ${count} 項要求待批准`,
  ownText: (time: string) => `最早一項有效至${time}。`,
  open: '查看',
  nothing: '沒有需要處理的事項',
  nothingText: '有待你決定的要求時會在此顯示。',
  recent: '最近操作',
  recentOwn: '你的最近操作',
  seeAll: '查看全部',
  noneRecent: '未有操作。',
  you: '你的登入',
  signedIn: '登入身分',
  roles: '角色',
  until: '登入有效至',
  idle: '閒置至此時便會登出',
}

export type ConsoleHomeText = typeof consoleHome

declare module '../texts.ts' {
  interface Texts {
    consoleHome: ConsoleHomeText
  }
}

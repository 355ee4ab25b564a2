/** What waits for the operator. */
export const consoleHome = {
  newTitle: '新增節目',
  upload: '上載影片',
  todo: '需要處理',
  approvals: (count: number) => `${count} 項批准要求待你決定`,
  approvalsText: '過 72 小時未決定便會過期。',
  own: (count: number) => `你提出的 ${count} 項要求待批准`,
  ownText: (time: string) => `最早一項有效至${time}。`,
  queues: {
    contact: { title: (count: string) => `${count} 宗聯絡個案待回覆`, text: '按限期排列。' },
    comments: { title: (count: string) => `${count} 則評論待審`, text: '通過後才會公開。' },
    sales: { title: (count: string) => `${count} 張特賣訂單待送貨`, text: '已付款，尚未寄出。' },
    submissions: { title: (count: string) => `${count} 份活動表格未查看`, text: '查看內容會寫入審計紀錄。' },
  },
  drafts: {
    title: '未發佈的草稿',
    note: '只有你的草稿；發佈後不再顯示。',
    fresh: '新節目',
    page: (name: string) => `頁面：${name}`,
    site: '全站',
    saved: (time: string) => `${time} 儲存`,
    more: (count: string) => `顯示其餘 ${count} 份`,
    untitled: '未命名',
  },
  held: {
    title: '暫停的工作',
    note: '操作員已停用或沒有所需角色；未經第二人批准的工作等候同事以自己的名義繼續。',
    bulk: (count: string) => `更改 ${count} 套節目`,
    undo: (count: string) => `復原 ${count} 套節目的更改`,
    import: (file: string) => `匯入 ${file}`,
    announcement: (title: string) => `公告：${title}`,
    planOfTitle: (title: string) => `排期發佈：${title}`,
    planOfPage: '排期發佈的頁面',
    by: (name: string, time: string) => `${name}，${time}`,
    button: '繼續',
    more: '還有其他工作，繼續部分工作後會顯示。',
    buttonOf: (what: string) => `繼續：${what}`,
    done: '已繼續，此工作現由你負責。',
  },
  disputes: {
    title: (count: number) => `${count} 筆付款有爭議`,
    text: '證據可在訂單下載。',
    answerBy: (time: string) => `最早的須於 ${time} 前回覆。`,
    passed: (time: string) => `最後一個回覆限期已於 ${time} 屆滿，現由付款機構裁定。`,
  },
  ending: (count: string, days: number) => `${count} 套節目的供應期 ${days} 日內屆滿`,
  endingText: '最早屆滿的排在最前。',
  open: '查看',
  openOf: (what: string) => `查看：${what}`,
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

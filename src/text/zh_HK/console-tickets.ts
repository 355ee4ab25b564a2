import type { TicketVerdict } from '#contract/ticket-verdicts.ts'

/** The counter of a cinema. */
export const consoleTickets = {
  note: '開場前 12 小時起可驗票',
  showtime: '場次',
  anyShowtime: '任何場次',
  option: (showtime: string, count: string) => `${showtime}（${count}）`,
  code: '戲票碼',
  codeHint: '以掃描器掃描、貼上或輸入 12 個字元',
  mode: '方式',
  modes: { admit: '驗票並入場', check: '只查核' },
  submit: { admit: '入場', check: '查核' },
  ready: '請掃描戲票',
  readyText: '每張戲票只可入場一次。',
  words: {
    admitted: '入場',
    valid: '可入場',
    unknown: '不是有效的戲票碼',
    used: '已使用',
    returned: '已退票',
    cancelled: '場次已取消',
    otherShowtime: '場次不符',
    early: '未到入場時間',
    over: '場次已結束',
  } satisfies Record<TicketVerdict | 'admitted', string>,
  unanswered: '未能查核',
  usedAt: (time: string, name: string) => `${time} 由${name}准許入場`,
  starts: (time: string) => `${time} 開場`,
  count: (admitted: string, tickets: string) => `已入場 ${admitted}／${tickets}`,
  undo: (seconds: number) => `復原（${seconds} 秒）`,
  undone: '已復原入場。',
  recent: '最近驗票',
  noneRecent: '驗票結果會在此顯示。',
  list: '場次',
  search: '電影或電影院',
  columns: { showtime: '場次', film: '電影', cinema: '電影院', tickets: '已入場' },
  open: (film: string) => `查看「${film}」的戲票碼`,
  none: '沒有符合的場次',
  noneText: '請更改搜尋字詞。',
  empty: '沒有戲票',
  emptyText: '會員以戲票兌換的場次會在此顯示。',
  codes: {
    button: '顯示戲票碼',
    note: '查看戲票碼會寫入審計紀錄。可預先列印此清單，以備網絡中斷時使用。',
    list: '戲票碼',
    none: '此場次未有戲票。',
    used: (time: string) => `已於 ${time} 入場`,
    unused: '未入場',
    print: '列印',
  },
  views: { counter: '驗票', showtimes: '場次及戲票碼' },
  view: '檢視',
  keys: { scan: '輸入戲票碼', undo: '復原上一次入場' },
}

export type ConsoleTicketsText = typeof consoleTickets

declare module '../texts.ts' {
  interface Texts {
    consoleTickets: ConsoleTicketsText
  }
}

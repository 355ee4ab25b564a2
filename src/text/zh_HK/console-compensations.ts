import type { Compensated, CompensationState } from '#contract/admin/compensations.ts'

/** Credits or longer rentals for members whom an incident has harmed. */
export const consoleCompensations = {
  title: '事故補償',
  lead: '服務受阻後，補償當時付款、租看或觀看的會員。每宗事故每位會員補償一次。',
  toCustomers: '返回客戶',
  toList: '返回事故補償',
  add: '新增補償',
  state: '狀態',
  states: { running: '進行中', done: '已完成', stopped: '已停止' } satisfies Record<CompensationState, string>,
  columns: { incident: '事故', state: '狀態', reached: '已補償', from: '事故開始', made: '建立' },
  open: (incident: string) => `開啟補償「${incident}」`,
  reachedOf: (given: string, members: string) => `${given}／${members} 位`,
  empty: '未有補償',
  emptyText: '服務受阻後，可在此補償受影響的會員。',
  none: '沒有符合的補償',
  noneText: '請更改篩選。',
  joined: '、',
  who: { paid: '付款', rented: '租看', streamed: '觀看' } satisfies Record<Compensated, string>,
  whoHints: {
    paid: '時段內付款，而未獲全數退款。',
    rented: '時段內有租看仍然生效。',
    streamed: '時段內播放過節目。數小時前的播放，只按觀看進度計算。',
  } satisfies Record<Compensated, string>,
  kinds: { credits: '點數', rental: '延長租看' },
  gives: {
    credits: (credits: string) => `每位 ${credits} 點`,
    rental: (hours: string) => `租看延長 ${hours} 小時`,
  },
  form: {
    title: '新增補償',
    lead: '先試算人數，再提交財務部批准。',
    incident: '事故名稱',
    incidentHint: '會列於會員的點數紀錄內，供同事查閱。同一名稱即同一事故。',
    from: '由（香港時間）',
    until: '至（香港時間）',
    who: '補償時段內曾經',
    gives: '補償',
    givesHints: {
      credits: (days: number) => `額外點數，${days} 日內有效。`,
      rental: () => '延長時段內的租看；已到期的由現在起重新可看，不會超出節目的供應期。',
    } satisfies Record<string, (days: number) => string>,
    credits: '每位點數',
    hours: '延長時數',
    most: (count: string) => `最多 ${count}`,
    tryOut: '試算',
    outcome: '試算結果',
    count: (members: string) => `會補償 ${members} 位會員。`,
    nobody: '沒有會員符合。',
    creditsInAll: (credits: string) => `合共 ${credits} 點。`,
    rentals: (count: string) => `延長 ${count} 項租看。`,
    hadBefore: (count: string) => `另有 ${count} 位已就此事故獲得補償，不會重複。`,
    sample: '部分會員',
    second: '提交後須由財務部批准。',
    submit: '提交補償',
    confirmTitle: (members: string) => `補償 ${members} 位會員？`,
    confirmText: (given: string) => `${given}。提交後須由財務部批准。`,
    word: '補償',
    waits: '已提交，待批准。',
    done: '已開始補償。',
  },
  one: {
    facts: '補償',
    progress: (done: string, members: string) => `已處理 ${done} 位，共 ${members} 位`,
    running: '可離開此頁，補償會在背景繼續。',
    given: '已補償',
    nothing: '沒有可補償',
    failed: '未能處理',
    period: '時段',
    who: '對象',
    reason: '原因',
    made: '建立',
    approved: '已獲批准',
    ended: '完成',
    stop: '停止補償',
    stopTitle: '停止這項補償？',
    stopText: (given: string) => `${given} 位會員已獲補償，不會收回。其餘的可再建立補償。`,
    stopped: '已停止。',
    stoppedBy: (name: string) => `由 ${name} 停止`,
    audit: '審計紀錄',
    missing: '沒有這項補償',
    missingText: '請核對網址，或返回列表。',
  },
}

export type ConsoleCompensationsText = typeof consoleCompensations

declare module '../texts.ts' {
  interface Texts {
    consoleCompensations: ConsoleCompensationsText
  }
}

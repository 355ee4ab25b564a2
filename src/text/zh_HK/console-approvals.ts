/** Calls that wait for a second person. */
export const consoleApprovals = {
  lead: '重要操作須由另一人批准。批准前請核對內容及原因。',
  state: '狀態',
  states: { waiting: '待批准', approved: '已批准', refused: '已拒絕', expired: '已過期', void: '已作廢' },
  all: '全部',
  list: '批准要求',
  empty: '沒有待批准的要求',
  emptyText: '同事提出的要求會在此顯示，72 小時內有效。',
  none: '沒有這類要求',
  noneText: '請選擇其他狀態。',
  asks: '提出者',
  asked: '提出（香港時間）',
  expires: '有效至（香港時間）',
  left: (hours: number) => `剩 ${hours} 小時`,
  leftMinutes: (minutes: number) => `剩 ${minutes} 分鐘`,
  reason: '原因',
  content: '內容',
  decided: (name: string) => `由${name}決定`,
  obstacles: {
    own: '不可批准自己提出的要求。',
    reset: '你的登入方式剛重設，24 小時內不可決定批准要求。',
    invitation: '邀請後 7 日內，邀請者與受邀者不可互相批准。',
    role: '你的角色不可決定這項要求。',
  },
  approve: '批准',
  refuse: '拒絕',
  approveTitle: (what: string) => `批准：${what}？`,
  refuseTitle: (what: string) => `拒絕：${what}？`,
  approveText: '批准後會即時執行，並以提出者的名義記錄。',
  refuseText: '提出者會看到結果。',
  outcomes: {
    approved: '已批准並執行。',
    refused: '已拒絕。',
    void: '提出者已無權進行這項操作，要求已作廢。',
  },
  concerns: '涉及',
}

export type ConsoleApprovalsText = typeof consoleApprovals

declare module '../texts.ts' {
  interface Texts {
    consoleApprovals: ConsoleApprovalsText
  }
}

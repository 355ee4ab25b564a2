import type { Role } from '#contract/admin/endpoint.ts'

/** Who runs the service. */
export const consoleOperators = {
  invite: '邀請操作員',
  search: '姓名或電郵地址',
  state: '狀態',
  role: '角色',
  states: { invited: '已邀請', active: '使用中', disabled: '已停用' },
  columns: {
    name: '姓名',
    email: '電郵地址',
    roles: '角色',
    state: '狀態',
    created: '加入（香港時間）',
    used: '最近使用（香港時間）',
  },
  never: '未曾使用',
  list: '操作員名單',
  empty: '未有操作員',
  emptyText: '邀請同事後會在此顯示。',
  none: '沒有符合的操作員',
  noneText: '請更改或清除篩選。',
  manage: (name: string) => `管理 ${name}`,
  duties: {
    catalogue: '節目、入庫、版面、活動',
    care: '客戶、評論、聯絡個案',
    finance: '付款、退款、計劃、兌換碼、報表',
    administrator: '操作員、設定、審計紀錄；不包括節目或款項',
  } satisfies Record<Role, string>,
  chooseRole: '請選擇最少一個角色。',
  fourEyes: '給予財務或管理員角色，須由另一位管理員批准。',
  inviteForm: {
    title: '邀請操作員',
    text: '設定密碼的連結會送到此電郵地址，60 分鐘內有效。',
    submit: '發出邀請',
    sent: (email: string) => `邀請已送往 ${email}。`,
  },
  detail: {
    roles: '角色',
    save: '儲存角色',
    saved: '角色已更改，該操作員須再次登入。',
    endsSessions: '更改角色會即時結束該操作員的登入。',
    audit: '此操作員的審計紀錄',
    more: '其他操作',
    disabled: '此操作員已停用，不可更改。',
    self: '這是你本人。',
  },
  endSessions: {
    label: '結束登入',
    title: (name: string) => `結束 ${name} 的所有登入？`,
    text: '該操作員須再次登入，未儲存的更改會留在其頁面。',
    done: (name: string) => `已結束 ${name} 的登入。`,
    titleOf: (count: number) => `結束 ${count} 位操作員的登入？`,
    doneOf: (count: number) => `已結束 ${count} 位操作員的登入。`,
  },
  reset: {
    label: '重設登入方式',
    title: (name: string) => `重設 ${name} 的登入方式？`,
    text: '密碼、驗證器及復原碼即時失效，所有登入結束，新連結會送到其信箱。24 小時內該操作員不可提出或決定批准要求。',
    done: (name: string) => `新連結已送往 ${name} 的信箱。`,
  },
  disable: {
    label: '停用',
    title: (name: string) => `停用 ${name}？`,
    text: '該操作員不可再登入，其登入、邀請連結及未決定的批准要求即時作廢。未經第二人批准的匯入、批量更改及公告，以及未轉交的排期發佈會暫停，由同事繼續。未結束的個案交給所選的客戶服務同事，否則不再有負責人。停用後不可再啟用。',
    handTo: '草稿及排期交給',
    toNone: '不交給任何人：排期會暫停',
    handed: (name: string, count: number) => `已停用 ${name}，並交出 ${count} 項草稿及排期。`,
    done: (name: string) => `${name} 已停用。`,
  },
}

export type ConsoleOperatorsText = typeof consoleOperators

declare module '../texts.ts' {
  interface Texts {
    consoleOperators: ConsoleOperatorsText
  }
}

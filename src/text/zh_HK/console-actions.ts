/** What operators do, as the audit log and the approvals name it, with the fields that it changes. */
export const consoleActions = {
  /** By the action without its spaces: `change roles` is `changeRoles`. */
  actions: {
    signIn: '登入',
    signInWithARecoveryCode: '用復原碼登入',
    failToSignIn: '登入失敗',
    failToStepUp: '再次驗證失敗',
    signOut: '登出',
    setCredentials: '設定登入方式',
    stepUp: '再次驗證',
    inviteOperator: '邀請操作員',
    changeRoles: '更改角色',
    disableOperator: '停用操作員',
    resetCredentials: '重設登入方式',
    endSessions: '結束登入',
    changeSetting: '更改設定',
    decideApproval: '決定批准要求',
    askForApproval: '提出批准要求',
    refuseCall: '拒絕操作',
    createOperator: '以指令建立操作員',
    unlockOperator: '解除登入限制',
    refund: '退款',
    correct: '更正點數',
    publishPlan: '發佈計劃',
    codesMake: '產生兌換碼',
    codesVoid: '作廢兌換碼',
    importCustomers: '匯入客戶名單',
    importStaff: '匯入員工名單',
    approveComment: '通過評論',
    rejectComment: '拒絕評論',
  } as Readonly<Record<string, string>>,
  /** By the path of the call. */
  requests: {
    '/operators/invite': '邀請操作員',
    '/operators/roles': '更改操作員的角色',
    '/operators/resetTotp': '重設操作員的登入方式',
  } as Readonly<Record<string, string>>,
  fields: {
    name: '姓名',
    email: '電郵地址',
    roles: '角色',
    id: '編號',
    operatorId: '操作員編號',
    reason: '原因',
    version: '版本',
    disabled: '已停用',
    approvalId: '批准要求',
    approve: '批准',
    call: '操作',
    approvedBy: '批准者',
    credentials: '登入方式',
    endpoint: '操作',
    outcome: '結果',
    refused: '拒絕原因',
    ended: '結束的登入數目',
    decidedBy: '決定者',
    requester: '提出者',
    zh_HK: '繁體中文',
    en_US: '英文',
    appStore: 'App Store',
    googlePlay: 'Google Play',
    smartTv: '智能電視',
    streams: '同時播放數目（沒有計劃）',
    streamsWithPlan: '同時播放數目（有計劃）',
    smsPerDay: '每日短訊數目',
    isDefault: '預設值',
  } as Readonly<Record<string, string>>,
  /** Of fields that hold one of a few words. */
  values: {
    set: '已設定',
    reset: '已重設',
    approved: '已批准',
    refused: '已拒絕',
    void: '已作廢',
  } as Readonly<Record<string, string>>,
  subjects: {
    operator: '操作員',
    approval: '批准要求',
    setting: '設定',
    payment: '付款',
    wallet: '錢包',
    transfer: '入帳',
    partner: '合作夥伴',
    comment: '評論',
    contact: '聯絡個案',
    codeBatch: '兌換碼批次',
    code: '兌換碼',
    plan: '計劃',
  } as Readonly<Record<string, string>>,
}

export type ConsoleActionsText = typeof consoleActions

declare module '../texts.ts' {
  interface Texts {
    consoleActions: ConsoleActionsText
  }
}

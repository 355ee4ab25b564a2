/** What is done with a customer: each action with what follows from it, and the notes. */
export const consoleCustomerActions = {
  actions: {
    title: '處理',
    /** Of every dialog: why goes into the audit log. */
    done: '已完成。',
    unlock: {
      label: '解除登入限制',
      note: '輸錯密碼或家長密碼太多次後',
      button: '解除',
      title: '解除登入限制？',
      text: '客戶可即時再次登入及輸入家長密碼。請先核對客戶身分。',
      done: '已解除登入限制。',
    },
    password: {
      label: '發送新密碼短訊',
      note: '舊密碼失效，所有裝置登出',
      button: '發送',
      title: '向客戶發送新密碼？',
      text: '新密碼只會以短訊送到帳戶的號碼，操作員不會看到。舊密碼即時失效，所有裝置登出。每個號碼每日最多 5 個短訊。',
      done: '新密碼已以短訊發出。',
    },
    parental: {
      label: '發送新家長密碼短訊',
      note: '舊家長密碼失效',
      button: '發送',
      title: '向客戶發送新家長密碼？',
      text: '新家長密碼只會以短訊送到帳戶的號碼，操作員不會看到。舊家長密碼即時失效。',
      done: '新家長密碼已以短訊發出。',
    },
    correct: {
      label: '更正點數',
      note: '另寫一筆更正，原紀錄不改',
      button: '更正',
      title: '更正點數',
      bucket: '點數類',
      choose: '請選擇',
      credits: '增減點數',
      creditsHint: '加 20 點輸入 20，減 20 點輸入 -20。',
      after: (before: number, after: number) => `結餘 ${before} → ${after}。`,
      added: (days: number) => `增加的點數 ${days} 日後失效。`,
      tooMany: '此帳戶沒有這麼多點數。',
      fourEyes: (limit: number) => `同一帳戶 30 日內或同一操作員 24 小時內合計超過 ${limit} 點，須由財務同事批准。`,
      submit: (credits: string) => `更正 ${credits} 點`,
      submitNone: '更正',
      done: '已更正點數。',
    },
    block: {
      label: '暫停購買',
      note: '客戶仍可登入及觀看已購買的內容',
      button: '暫停',
      title: '暫停此帳戶的購買？',
      text: '客戶不可再租看、增值或購買，直至恢復為止。',
      done: '已暫停購買。',
    },
    unblock: {
      label: '恢復購買',
      note: '購買現已暫停',
      button: '恢復',
      title: '恢復此帳戶的購買？',
      text: '客戶可再次租看、增值及購買。',
      done: '已恢復購買。',
    },
    cancelPlan: {
      label: '取消計劃續期',
      note: '可觀看至已付期完',
      button: '取消續期',
      title: '取消計劃的續期？',
      text: '系統會要求供應商結束自動轉帳。客戶可觀看至已付款的日期，逾期未付者即時結束。',
      done: '已要求供應商結束續期。',
    },
    endDevice: {
      title: (name: string) => `登出 ${name}？`,
      text: '該裝置須再次登入，正在播放的影片會停止。',
      label: '登出',
      done: '裝置已登出。',
    },
    endAll: {
      label: '登出所有裝置',
      note: (count: number) => `現有 ${count} 部裝置登入`,
      button: '全部登出',
      title: '登出所有裝置？',
      text: '所有裝置須再次登入，正在播放的影片會停止。密碼不變。',
      done: '所有裝置已登出。',
    },
    export: {
      label: '發送個人資料連結',
      note: '送往客戶已驗證的電郵地址',
      button: '發送',
      title: '向客戶發送個人資料連結？',
      text: '連結會送往客戶已驗證的電郵地址。客戶登入並輸入密碼後，可下載我們保存的資料；操作員不會看到。',
      word: '資料',
      done: '連結已以電郵發出。',
    },
    hold: {
      label: '保留帳戶資料',
      note: '帳戶結束後暫不刪除，須由管理員批准',
      button: '保留',
      title: '保留帳戶資料',
      text: '保留期內即使帳戶結束，資料亦不會刪除。須由管理員批准。',
      days: '日數（最多 90 日）',
      done: '已保留帳戶資料。',
    },
    close: {
      label: '結束帳戶',
      note: (days: number) => `停止續期；${days} 日內可重新啟用`,
      button: '結束',
      title: '結束此帳戶？',
      text: (days: number) => `停止續期，${days} 日後刪除帳戶及其資料。客戶會收到短訊。期間可以重新啟用。`,
      word: '結束',
      done: '帳戶結束中。',
    },
    reopen: {
      label: '重新啟用帳戶',
      note: '取消結束',
      button: '重新啟用',
      title: '重新啟用此帳戶？',
      text: '帳戶會保留，已停止的續期會恢復。',
      done: '帳戶已重新啟用。',
    },
  },
  notes: {
    title: '備註',
    note: '只供同事查看；客戶可要求取得副本',
    label: '新增備註',
    add: '新增',
    none: '未有備註',
    done: '已新增備註。',
  },
}

export type ConsoleCustomerActionsText = typeof consoleCustomerActions

declare module '../texts.ts' {
  interface Texts {
    consoleCustomerActions: ConsoleCustomerActionsText
  }
}

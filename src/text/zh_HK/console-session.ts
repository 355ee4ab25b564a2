/** Signing in to the console, and setting up how. */
export const consoleSession = {
  title: '登入控制台',
  lead: '只供獲授權的操作員使用，所有操作均會記錄。',
  email: '電郵地址',
  password: '密碼',
  show: { show: '顯示', hide: '隱藏', showLabel: '顯示密碼', hideLabel: '隱藏密碼' },
  code: '驗證碼',
  codeHint: '驗證器應用程式顯示的六位數字，可直接貼上。',
  recoveryCode: '復原碼',
  recoveryHint: '設定時取得的十個復原碼之一，每個只可使用一次。',
  submit: '登入',
  busy: '登入中',
  useRecovery: '用復原碼登入',
  useCode: '用驗證碼登入',
  lostCredentials: '忘記密碼或遺失驗證器？請聯絡管理員重設。',
  wait: (seconds: number) => `嘗試次數太多，請於 ${seconds} 秒後再試。`,
  notes: (minutes: number, hours: number) => `閒置 ${minutes} 分鐘，或登入滿 ${hours} 小時，便會登出。`,
  codesLeft: (count: number) => `尚餘 ${count} 個復原碼。用完前請管理員重設。`,
  again: {
    title: '請再次登入',
    text: '登入已過期。已輸入的內容仍在此頁，登入後會繼續儲存。',
    leave: '離開此頁',
  },
  stepUp: {
    title: '確認是你本人',
    text: '此操作須再次輸入驗證碼，之後 10 分鐘內不會再問。',
    submit: '確認',
    triesLeft: (count: number) => `驗證碼不正確，尚餘 ${count} 次。`,
  },
  welcome: {
    title: '設定登入方式',
    steps: { password: '設定密碼', scan: '掃描', code: '輸入驗證碼', keep: '保存復原碼' },
    stepsLabel: '步驟',
    done: '已完成',
    current: '現在',
    newPassword: '新密碼',
    passwordHint: '最少 12 個字元。可用一句句子。',
    next: '下一步',
    back: '上一步',
    scanTitle: '用驗證器應用程式掃描',
    scanText: '支援 TOTP 的驗證器應用程式均可。不能掃描時，請輸入密鑰：',
    qr: '供驗證器應用程式掃描的二維碼',
    copyKey: '複製密鑰',
    keyCopied: '已複製密鑰。',
    copyFailed: '未能複製，請自行選取文字。',
    enterCode: '程式顯示的驗證碼',
    verify: '核對並完成設定',
    keepTitle: '復原碼',
    keepText: '遺失裝置時使用，每個一次。只顯示這一次。',
    download: '下載',
    copy: '複製',
    copied: '已複製復原碼。',
    downloaded: '已下載復原碼。',
    kept: '我已把復原碼存放在安全地方，與裝置分開',
    keptFirst: '請先確認已保存復原碼。',
    finish: '前往登入',
    fileName: 'harbour-console-recovery-codes.txt',
    fileTitle: (email: string) => `控制台復原碼：${email}`,
    invalidTitle: '此連結已失效',
    invalid: '連結只可使用一次，60 分鐘內有效。請管理員再發送一個。',
    toSignIn: '前往登入',
    loading: '正在核對連結',
  },
}

export type ConsoleSessionText = typeof consoleSession

declare module '../texts.ts' {
  interface Texts {
    consoleSession: ConsoleSessionText
  }
}

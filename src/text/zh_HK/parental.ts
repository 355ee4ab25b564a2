/** The parental code: its dialog, and its screens under /setup. */
export const parental = {
  close: '關閉',
  codePad: {
    label: '家長密碼',
    progress: (count: number) => `已輸入 ${count} 位，共 4 位`,
    keys: '數字鍵',
    remove: '刪除',
    wrong: (tries: number) => `密碼不正確，尚餘 ${tries} 次機會。`,
    locked: '嘗試次數過多，請稍後再試。',
    wait: (clock: string) => `${clock} 後可再試`,
    forgot: '忘記家長密碼？以短訊重設',
    forgotEither: '忘記家長密碼？以短訊或登入密碼重設',
  },
  dialog: {
    title: '輸入家長密碼',
    watch: '此節目受家長密碼保護，輸入後可解鎖 30 分鐘。',
    collection: '此專題受家長密碼保護，輸入後可解鎖 30 分鐘。',
    /** Below the reason: members may not know that they have a code. */
    sent: '如未曾更改，即註冊時以短訊發送給你的四位數字密碼。',
    'kids-off': '將兒童檔案改為一般個人檔案，須輸入家長密碼。',
    leave: (name: string) => `請輸入四位數字家長密碼，離開兒童模式並轉用「${name}」。`,
    leaveAny: '請輸入四位數字家長密碼，離開兒童模式。',
    leaveTo: '離開後使用',
    loading: '載入中',
    retry: '重試',
  },
  reset: {
    title: '重設家長密碼',
    intro: '請先驗證帳戶，然後設定新的四位數字家長密碼。',
    way: '驗證方式',
    ways: { sms: '以短訊驗證', password: '以登入密碼驗證' },
    smsText: (number: string) => `驗證碼會以短訊發送至此帳戶的手提電話號碼${number ? `（${number}）` : ''}。`,
    send: '發送驗證碼',
    resend: '重新發送',
    sent: '驗證碼已發送，請查看短訊。',
    resendIn: (clock: string) => `${clock} 後可重新發送`,
    code: '短訊驗證碼',
    password: '登入密碼',
    newCode: '新家長密碼',
    confirmCode: '再次輸入新家長密碼',
    save: '儲存新密碼',
    back: '返回',
    required: '請輸入所需密碼。',
    codeRequired: '請輸入短訊驗證碼。',
    differ: '兩次輸入不一致。',
    passwordWrong: '輸入的密碼不正確。',
    saved: '更改已儲存',
  },
  screen: {
    title: '家長密碼',
    intro: '觀看第\u00a0III\u00a0級節目、開啟成人專題及離開兒童模式時，須輸入四位數字的家長密碼。',
    status: '觀看前要求輸入家長密碼',
    statusOn: '已開啟。關閉後，觀看第\u00a0III\u00a0級節目毋須輸入密碼；離開兒童模式時仍須輸入。',
    statusOff: '已關閉。觀看第\u00a0III\u00a0級節目毋須輸入密碼；離開兒童模式時仍須輸入。',
    turnOn: '開啟家長密碼',
    turnOff: '關閉家長密碼',
    confirmStatus: '請輸入現時的家長密碼以確認。',
    change: '更改家長密碼',
    oldCode: '現時的家長密碼',
    save: '儲存',
    wrongCode: '密碼錯誤。',
    forgot: '忘記家長密碼？',
    forgotLink: '重設家長密碼',
    busy: '處理中',
  },
  unlock: {
    title: '解鎖狀態',
    open: (minutes: number) => `已解鎖，尚餘 ${minutes} 分鐘`,
    closed: '已上鎖，觀看受保護的節目時須輸入家長密碼。',
    lock: '立即上鎖',
    locked: '已上鎖',
  },
}

export type ParentalText = typeof parental

declare module '../texts.ts' {
  interface Texts {
    parental: ParentalText
  }
}

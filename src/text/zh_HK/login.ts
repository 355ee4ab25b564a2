import { numbers } from './numbers.ts'

/** Logging in, and the forgotten password. */
export const login = {
  numbers,
  title: '登入',
  /** SPEC 8. */
  required: '請先登入',
  resumes: '登入後將繼續你剛才的操作。',
  resumesTitle: (title: string) => `登入後即回到《${title}》。`,
  password: '密碼',
  passwordHint: '密碼最少有 6 位數字，註冊時已以短訊發送給你。',
  submit: '登入',
  busy: '登入中',
  forgot: '忘記密碼？',
  noAccount: '未有帳戶？',
  register: '立即註冊',
  freeFirst: '毋須登入亦可觀看免費節目。',
  look: '瀏覽節目',
  passwordChanged: '密碼已更改，請以新密碼登入。',
  devices: {
    title: '已達登入裝置上限',
    text: (max: number) => `每個帳戶最多可同時在 ${max} 部裝置登入。請選擇一部登出，然後在此裝置登入。`,
    choose: '選擇要登出的裝置',
    missing: '請選擇一部裝置。',
    lastSeen: (at: string) => `上次使用：${at}`,
    submit: '登出該裝置並登入',
    back: '返回',
  },
  forget: {
    title: '忘記密碼',
    text: '輸入註冊時使用的手提電話號碼，我們會以短訊發送驗證碼。',
    send: '發送驗證碼',
    sending: '發送中',
    back: '返回登入',
    resetTitle: '設定新密碼',
    newPassword: '新密碼',
    newPasswordHint: '密碼須最少有 6 位數字，請勿使用 123456 或電話號碼等容易猜到的密碼。',
    confirmPassword: '再次輸入新密碼',
    ends: '更改後，所有已登入的裝置都會登出。',
    submit: '更改密碼',
    busy: '處理中',
    again: '返回並重新輸入帳戶',
  },
}

export type LoginText = typeof login

/** The login prompt, links that sign in or out, and what is shown after a pending action was resumed. */
export const loginPrompt = {
  title: '請先登入',
  text: '登入後即可繼續。未有帳戶？註冊只需幾分鐘。',
  login: '登入',
  register: '註冊',
  cancel: '取消',
  kidsTitle: '兒童模式',
  kidsText: '離開兒童模式後才可登入。',
  favoriteAdded: '已加入片單',
  enterTitle: '以此連結登入？',
  enterText: (number: string) => `此連結會以 ${number} 登入這部裝置。`,
  enterTextNoNumber: '此連結會以另一個帳戶登入這部裝置。',
  enterInstead: (number: string) => `現時登入的 ${number} 會在這部裝置登出。`,
  enter: '登入此帳戶',
  leaveTitle: '登出這部裝置？',
  leaveText: (number: string) => (number ? `此連結會將 ${number} 登出。` : '此連結會將這部裝置登出。'),
  leave: '登出',
  stay: '保持不變',
  badToken: '此登入連結無效或已過期，登入狀態沒有更改。',
  backAgain: '再按一次離開',
}

export type LoginPromptText = typeof loginPrompt

/** Texts beside the forms of login and registration. */
export const entrance = {
  headline: ['入夜之後', '由這裏開船'],
  text: '香港與澳門的電影、劇集、綜藝及兒童節目。',
  kids: '兒童模式',
}

export type EntranceText = typeof entrance

declare module '../texts.ts' {
  interface Texts {
    login: LoginText
    loginPrompt: LoginPromptText
    entrance: EntranceText
  }
}

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

declare module '../texts.ts' {
  interface Texts {
    loginPrompt: LoginPromptText
  }
}

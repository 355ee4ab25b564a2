/** The notice of a new version of the site. */
export const updateNotice = {
  text: '網站已有新版本。',
  reload: '重新載入',
  reloading: '正在重新載入…',
  later: '稍後再說',
}

export type UpdateNoticeText = typeof updateNotice

declare module '../texts.ts' {
  interface Texts {
    updateNotice: UpdateNoticeText
  }
}

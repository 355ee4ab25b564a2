/** The notice of a new version of the site. */
export const updateNotice = {
  text: '網站已有新版本。',
  reload: '重新載入',
  reloading: '正在重新載入…',
  later: '稍後再說',
}

export type UpdateNoticeText = typeof updateNotice

/** Offered to a browser in English on its first visit, so in English in both languages. */
export const languageOffer = { view: 'View in English', stay: 'Close' }

export type LanguageOfferText = typeof languageOffer

/** The system error dialog. */
export const systemError = {
  quote: (id: string) => `如需協助，請提供編號 ${id}。`,
  confirm: '確定',
}

export type SystemErrorText = typeof systemError

/** The page that the service worker shows in place of one that cannot be loaded. */
export const offline = {
  title: '網絡已中斷',
  text: '請檢查網絡。恢復連線後，此頁會自動重新載入。',
  retry: '重試',
}

export type OfflineText = typeof offline

declare module '../texts.ts' {
  interface Texts {
    updateNotice: UpdateNoticeText
    languageOffer: LanguageOfferText
    systemError: SystemErrorText
  }
}

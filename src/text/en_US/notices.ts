import type { LanguageOfferText, OfflineText, SystemErrorText, UpdateNoticeText } from '../zh_HK/notices.ts'

/** The notice of a new version of the site. */
export const updateNotice = {
  text: 'A new version is available.',
  reload: 'Reload',
  reloading: 'Reloading…',
  later: 'Later',
} satisfies UpdateNoticeText

/** Offered to a browser in English on its first visit. */
export const languageOffer = { view: 'View in English', stay: 'Close' } satisfies LanguageOfferText

/** The system error dialog. */
export const systemError = {
  quote: (id: string) => `If you contact us, quote ${id}.`,
  confirm: 'OK',
} satisfies SystemErrorText

/** The page that the service worker shows in place of one that cannot be loaded. */
export const offline = {
  title: 'You’re offline',
  text: 'Check your network. This page reloads when you reconnect.',
  retry: 'Try again',
} satisfies OfflineText

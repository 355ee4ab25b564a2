import type { UpdateNoticeText } from '../zh_HK/update-notice.ts'

/** The notice of a new version of the site. */
export const updateNotice = {
  text: 'A new version is available.',
  reload: 'Reload',
  reloading: 'Reloading…',
  later: 'Later',
} satisfies UpdateNoticeText

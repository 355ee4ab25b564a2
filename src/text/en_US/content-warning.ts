import type { ContentWarningText } from '../zh_HK/content-warning.ts'

/** The dialog with a title's content warning, before its first play in a session. */
export const contentWarning = {
  title: 'Before you watch',
  go: 'Continue',
  back: 'Back',
  close: 'Close',
} satisfies ContentWarningText

import type { SystemErrorText } from '../zh_HK/system-error.ts'

/** The system error dialog. */
export const systemError = {
  quote: (id: string) => `If you contact us, quote ${id}.`,
  confirm: 'OK',
} satisfies SystemErrorText

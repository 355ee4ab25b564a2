/** What stands in the place of each `{name}`. */
type Placeholder = 'brand' | 'code' | 'password' | 'parentalCode' | 'day' | 'link'

/** The SMS whose text operators may replace, with what each must say. */
export const SMS_TEXTS = {
  registerCode: ['brand', 'code'],
  alreadyRegistered: ['brand'],
  resetCode: ['brand', 'code'],
  notRegistered: ['brand'],
  welcome: ['brand', 'password', 'parentalCode'],
  parentalCode: ['brand', 'code'],
  newPassword: ['brand', 'password'],
  newParentalCode: ['brand', 'code'],
  accountClosing: ['brand', 'day'],
  numberChanging: ['brand', 'day'],
  numberAwaited: ['brand', 'day'],
  numberChanged: ['brand'],
} as const satisfies Record<string, readonly Placeholder[]>
export type SmsTextName = keyof typeof SMS_TEXTS

/** Of e-mails, the body. A code or link on a line of its own stands large, or as a button, wherever the line is. */
export const MAIL_TEXTS = {
  emailCode: ['brand', 'code'],
  contactCode: ['brand', 'code'],
  accountData: ['brand', 'link'],
  numberChanging: ['brand', 'day'],
  numberChanged: ['brand'],
  numberStays: ['brand'],
} as const satisfies Record<string, readonly Placeholder[]>
export type MailTextName = keyof typeof MAIL_TEXTS

/** Four segments of an SMS in Chinese. */
export const SMS_TEXT_MAX = 268
export const MAIL_SUBJECT_MAX = 120
export const MAIL_BODY_MAX = 2_000

const PLACEHOLDER = /\{(\w+)\}/g

const placeholdersOf = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

/** Whether a text, such as a subject, names nothing that is not known. */
export const hasOnly = (text: string, known: readonly string[]): boolean =>
  placeholdersOf(text).every((name) => known.includes(name))

/** Whether a text says all that it must, and nothing that is not known. */
export const hasPlaceholders = (text: string, needed: readonly string[]): boolean =>
  hasOnly(text, needed) && needed.every((name) => placeholdersOf(text).includes(name))

export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) => values[name] ?? whole)

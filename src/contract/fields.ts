import * as z from 'zod/mini'
import { GENRES } from './genres.ts'
import { LANGUAGES } from './languages.ts'
import { hasLink } from './links.ts'
import { countGraphemes } from './visible-text.ts'

/** SPEC section 5. The message of a schema names a rule; its sentence is in `src/text`. */
export const FIELD_RULES = [
  'MOBILE',
  'PHONE_ABROAD',
  'LOGIN_ID',
  'PASSWORD',
  'PASSWORD_LONG',
  'SAME_PASSWORD',
  'OBVIOUS_PASSWORD',
  'PASSWORDS_DIFFER',
  'WRONG_PASSWORD',
  'EMAIL',
  'BIRTHDAY',
  'SMS_CODE',
  'AGREE',
  'PROFILE_NAME',
  'PARENTAL_CODE',
  'CODES_DIFFER',
  'PAYMENT_KIND',
  'RETURN_URL',
  'FILE_TYPE',
  'RECIPIENT',
  'GIFT_MESSAGE',
  'GIVER_NAME',
  'COMMENT_LENGTH',
  'PROMOTION_CODE',
  'PROMOTION_CODE_EXPIRED',
  'PROMOTION_CODE_REFUSED',
  'PROMOTION_CODE_NEW_ONLY',
  'LOCKER_CODE',
  'COUNTRY',
  'ADDRESS',
  'IMAGE_UNREADABLE',
  'IMAGE_GONE',
  'SEARCH_KEYWORD',
  'ANSWER_MISSING',
  'ANSWER_LENGTH',
  'ANSWER_CHOICE',
  'ANSWER_FIELD',
  'OPERATOR_PASSWORD',
  'HTTPS_LINK',
  'PLACEHOLDERS',
  'NOTICE',
] as const
export type FieldRule = (typeof FIELD_RULES)[number]

export const isFieldRule = (word: string | undefined): word is FieldRule => FIELD_RULES.includes(word as FieldRule)

export const AREA_CODES = ['852', '853'] as const
export type AreaCode = (typeof AREA_CODES)[number]
export const DEFAULT_AREA_CODE: AreaCode = '852'

export const GENDERS = ['female', 'male'] as const
export type Gender = (typeof GENDERS)[number]

export const QUALITIES = ['auto', 'medium', 'save'] as const
export type Quality = (typeof QUALITIES)[number]

export const PASSWORD_DIGITS = { min: 6, max: 20 } as const
export const NAME_MAX = 50
export const GENRES_MAX = 3
export const PARENTAL_CODE_DIGITS = 4
/** Graphemes (SPEC section 5). */
export const PROFILE_NAME_MAX = 10

export const areaCode = z._default(z.enum(AREA_CODES), DEFAULT_AREA_CODE)

/**
 * The digits of a number as people type, or copy, it: `+852 6123-4567`, `6123.4567`, `tel:+852…`, `00852…`, in the characters of any width,
 * between the marks of direction that address books add.
 */
export const dialledDigits = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Pd}\s().·/]/gu, '')
    .replace(/^(?:tel:)?(?:00(?=\d{9}))?/i, (start) => (start.endsWith('00') ? '+' : ''))

/** Eight digits, with spaces or the area code. The server checks whether the number exists. */
const numberAsTyped = (error: FieldRule) =>
  z.pipe(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((typed) => dialledDigits(String(typed))),
    ),
    z.string().check(z.regex(/^(?:\+?85[23])?\d{8}$/, { error })),
  )

export const mobileno = numberAsTyped('MOBILE')

/** SPEC section 5: "else invalid login ID". */
export const loginId = numberAsTyped('LOGIN_ID')

/** At login: passwords of earlier rules still work. Spaces around it come from the clipboard. */
export const typedPassword = z.string().check(z.trim(), z.minLength(1), z.maxLength(64))

export const newPassword = z.string().check(
  z.trim(),
  z.maxLength(PASSWORD_DIGITS.max, { error: 'PASSWORD_LONG', abort: true }),
  z.regex(new RegExp(`^\\d{${PASSWORD_DIGITS.min},${PASSWORD_DIGITS.max}}$`), { error: 'PASSWORD', abort: true }),
  z.refine((password) => !isObviousPassword(password), { error: 'OBVIOUS_PASSWORD' }),
)

export const chosenTwice = { newPassword: newPassword, confirmPassword: z.string().check(z.trim(), z.minLength(1)) }
export const entriesAgree = z.refine<{ newPassword: string; confirmPassword: string }>(
  ({ newPassword, confirmPassword }) => newPassword === confirmPassword,
  { error: 'PASSWORDS_DIFFER', path: ['confirmPassword'] },
)

export const smsCode = z.string().check(z.trim(), z.regex(/^\d{6}$/, { error: 'SMS_CODE' }))

export const personName = z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX), z.refine(isReadable))

export const parentalCode = z.string().check(z.trim(), z.regex(/^\d{4}$/, { error: 'PARENTAL_CODE' }))

export const profileName = z.string().check(
  z.trim(),
  z.maxLength(100, { error: 'PROFILE_NAME', abort: true }),
  z.refine((name) => isReadable(name) && countGraphemes(name) <= PROFILE_NAME_MAX, { error: 'PROFILE_NAME' }),
)

export const readableLine = (max: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.refine(isReadable))

/** Eight digits of the chosen region, or international: `+44 20 7946 0000`. */
export const deliveryPhone = z.pipe(
  z.pipe(z.string().check(z.maxLength(40)), z.transform(dialledDigits)),
  z.string().check(z.regex(/^(?:\+\d{7,15}|\d{8})$/, { error: 'MOBILE' })),
)

export const email = z.string().check(z.trim(), z.maxLength(254), z.email({ error: 'EMAIL' }))

/** A mobile number (as `+85261234567`) or an e-mail address. */
export const giftRecipient = z.pipe(
  z.pipe(
    z.string().check(z.trim(), z.maxLength(254)),
    z.transform((typed) => (typed.includes('@') ? typed : asInternational(typed))),
  ),
  z.string().check(
    z.refine((to) => /^\+852[4-9]\d{7}$|^\+8536\d{7}$/.test(to) || z.safeParse(email, to).success, {
      error: 'RECIPIENT',
    }),
  ),
)

const asInternational = (typed: string): string => {
  const digits = dialledDigits(typed).replace(/^\+/, '')
  return digits.length === 8 ? `+${DEFAULT_AREA_CODE}${digits}` : `+${digits}`
}

export const GIFT_MESSAGE_MAX = 200

/** One line without links: it is sent in our name, perhaps to a person who does not know its writer. */
export const giftMessage = z.pipe(
  z.pipe(
    z.string().check(z.trim(), z.maxLength(GIFT_MESSAGE_MAX, { error: 'GIFT_MESSAGE' })),
    z.transform((typed) => typed.replaceAll(/\s+/g, ' ')),
  ),
  z.string().check(z.refine((text) => text === '' || (isReadable(text) && !hasLink(text)), { error: 'GIFT_MESSAGE' })),
)

export const GIVER_NAME_MAX = 40

/** Who gives a gift card, in an SMS in our name: without links as well. */
export const giverName = z.string().check(
  z.trim(),
  z.refine((name) => name === '' || (name.length <= GIVER_NAME_MAX && isReadable(name) && !hasLink(name)), {
    error: 'GIVER_NAME',
  }),
)

/** `2000-01-01`; the server checks that it is past. */
export const birthday = z.string().check(z.refine(isCalendarDay, { error: 'BIRTHDAY' }))

export const gender = z.enum(GENDERS)
export const quality = z.enum(QUALITIES)
export const language = z.enum(LANGUAGES)
export const genre = z.enum(GENRES)

export const agreed = z.pipe(
  z.union([z.boolean(), z.string()]),
  z.pipe(
    z.transform((said: boolean | string) => said === true || said === 'true' || said === '1'),
    z.literal(true, { error: 'AGREE' }),
  ),
)

export function isReadable(name: string): boolean {
  // Hangul fillers and the empty Braille cell count as letters and symbols, and show nothing.
  return (
    /[^\s\p{C}\p{M}\u115F\u1160\u2800\u3164\uFFA0]/u.test(name) && !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(name)
  )
}

function isCalendarDay(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  return year >= 1900 && days !== undefined && day >= 1 && day <= days
}

/** One digit or pair repeated, consecutive digits, or the account's own number. */
export function isObviousPassword(password: string, mobileNumber?: string): boolean {
  if (mobileNumber !== undefined && (mobileNumber.endsWith(password) || password.endsWith(mobileNumber.slice(-8))))
    return true
  const digits = [...password].map(Number)
  const runs = (step: number) =>
    digits.every((digit, at) => at === 0 || digit === ((digits[at - 1] ?? 0) + step + 10) % 10)
  return runs(0) || runs(1) || runs(-1) || digits.every((digit, at) => at < 2 || digit === digits[at - 2])
}

import type { ErrorCode, ErrorParams } from '#contract/errors.ts'
import type { FieldRule } from '#contract/fields.ts'

/** What a viewer reads when a call refuses. */
export const errors = {
  INVALID_INPUT: () => 'Something in the request is not right. Please check it and try again.',
  LOGIN_REQUIRED: () => 'Please log in and operate.',
  SESSION_UNKNOWN: () => 'Your login is not valid. Please log in again.',
  SESSION_EXPIRED: () => 'Your login has expired. Please log in again.',
  SESSION_ENDED: () => 'This device has been signed out. Please log in again.',
  NOT_FOUND: () => 'It could not be found.',
  NOT_ALLOWED: () => 'You are not allowed to do this.',
  METHOD_NOT_ALLOWED: () => 'This call does not take that method.',
  UNSUPPORTED_MEDIA_TYPE: () => 'This call does not take that type of data.',
  PAYLOAD_TOO_LARGE: () => 'The data sent is too large.',
  CROSS_SITE: () => 'This cannot be done from another website.',
  WRONG_CREDENTIALS: ({ of }) =>
    of === 'password' ? 'The password entered is not correct.' : 'The mobile number or the password is not right.',
  WRONG_CODE: () => 'The verification code is wrong. Please enter it again.',
  CODE_EXPIRED: ({ of }) =>
    of === 'password'
      ? 'It took too long. Please enter your password again.'
      : 'The verification code is no longer valid. Please ask for a new one.',
  DEVICE_LIMIT: () => 'You are signed in on as many devices as an account may have. Please sign one of them out first.',
  PARENTAL_CODE_REQUIRED: () => 'Please enter the parental code.',
  WRONG_PARENTAL_CODE: () => 'The parental code is wrong. Please enter it again.',
  EMAIL_NEEDED: () => 'Please enter your e-mail address in your details and verify it first.',
  ACCOUNT_CLOSING: () => 'This account is being closed. Please reopen it first.',
  TOO_MANY_TRIES: ({ retryAfter }) =>
    retryAfter
      ? `Too many tries. Please try again in ${retryAfter} seconds.`
      : 'Too many tries. Please try again later.',
  REGION_REFUSED: () => 'This programme is not available where you are.',
  KIDS_REFUSED: () => 'This is not available in kids mode.',
  CLASS_REFUSED: () => 'This is a Category III programme and cannot be played here.',
  WINDOW_CLOSED: () => 'This programme is not available at the moment.',
  PREPARING: () => 'The film is being prepared. Please come back a little later.',
  NOT_ON_SALE: () => 'This programme is not on sale at the moment.',
  GRANT_REFUSED: () => 'This playback link is not valid or has expired. Please start playing again.',
  CONFLICT: ({ max }) =>
    max === undefined
      ? 'Something has just changed. Please refresh and try again.'
      : `There is room for ${max}. Please remove one first.`,
  UNAVAILABLE: () => 'The service is not available right now. Please try again later.',
  INTERNAL: () => 'A system error occurred. Please try again later.',
} satisfies Record<ErrorCode, (params: ErrorParams) => string>

/** What is wrong with one field of a call. */
export const fieldErrors = {
  missing: () => 'This is required.',
  wrongType: () => 'This is not in the right format.',
  wrongChoice: (choices: readonly string[]) => `This must be one of: ${choices.join(', ')}.`,
  malformed: () => 'This is not in the right format.',
  textTooLong: (max: number) => `This must be at most ${max} characters.`,
  textTooShort: (min: number) => (min <= 1 ? 'This is required.' : `This must be at least ${min} characters.`),
  listTooLong: (max: number) => `This must be at most ${max} items.`,
  listTooShort: (min: number) => `This must be at least ${min} items.`,
  numberTooLarge: (max: number) => `This must be at most ${max}.`,
  numberTooSmall: (min: number) => `This must be at least ${min}.`,
}

/** What a field must be, by the rule that it breaks. */
export const fieldRules = {
  MOBILE: 'Please enter an eight-digit valid number.',
  PASSWORD: 'A password is at least 6 digits, numbers only.',
  OBVIOUS_PASSWORD: 'This password is too easy to guess. Please choose another.',
  PASSWORDS_DIFFER: 'The two entries differ.',
  WRONG_PASSWORD: 'The password entered is not correct.',
  EMAIL: 'Please enter a valid e-mail address.',
  BIRTHDAY: 'Please enter a date of birth like 2000-01-01.',
  SMS_CODE: 'Please enter the six-digit code.',
  AGREE: 'Please agree to the terms and the privacy policy.',
  PROFILE_NAME: 'Please enter a name of 1 to 10 characters.',
  PARENTAL_CODE: 'Please enter the four digits of the parental code.',
  CODES_DIFFER: 'The two codes are not the same.',
  FILE_TYPE: 'This file type isn’t accepted. Choose another file.',
} satisfies Record<FieldRule, string>

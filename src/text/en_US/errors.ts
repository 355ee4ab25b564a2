import type { ErrorCode } from '#contract/error-codes.ts'
import type { BindingObstacle, ErrorParams } from '#contract/errors.ts'
import type { FieldRule } from '#contract/fields.ts'
import { waitLength } from '../wait-length.ts'

/** Obstacles to linking an account to a telecom partner. */
const bindingObstacles: ReadonlyMap<unknown, string> = new Map(
  Object.entries({
    partner: 'Your account is already linked to another partner.',
    plan: 'Your pass is still active. You can link your account once it ends.',
    agreement: 'Your automatic payment is still active. You can link your account once it ends.',
    payment: 'You have an unfinished payment. Try again once it’s done.',
    credits: 'You still have credits, which partner members can’t use. Use them before you link your account.',
  } satisfies Record<BindingObstacle, string>),
)

function formatWait(seconds: number): string {
  const { count, unit } = waitLength(seconds)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The sentence of each refusal. */
export const errors = {
  INVALID_INPUT: () => 'Something isn’t right. Check what you entered and try again.',
  LOGIN_REQUIRED: () => 'Please log in and operate.',
  SESSION_UNKNOWN: () => 'You’re no longer logged in. Log in again.',
  SESSION_EXPIRED: () => 'Your login has expired. Log in again.',
  SESSION_ENDED: () => 'This device was logged out. Log in again.',
  NOT_FOUND: () => 'We couldn’t find that. It may have been removed.',
  NOT_ALLOWED: ({ of }) => {
    if (of === 'preview') return 'A preview changes nothing and plays nothing.'
    if (of === 'plan') return 'Plans aren’t available to telecom partner members.'
    if (of === 'telecom') return 'Telecom partner members can redeem only vouchers and cinema tickets.'
    if (of === 'seats') return 'Every seat in this screening is taken. Ask the host to free one.'
    return of === 'redeem' ? 'This code isn’t for your account.' : 'You don’t have permission to do that.'
  },
  METHOD_NOT_ALLOWED: () => 'This call doesn’t accept that method.',
  UNSUPPORTED_MEDIA_TYPE: () => 'This call doesn’t accept that content type.',
  PAYLOAD_TOO_LARGE: () => 'The request is too large.',
  CROSS_SITE: () => 'This can’t be done from another website.',
  WRONG_CREDENTIALS: ({ of }) => {
    if (of === 'operator') return 'The email address, password or code is incorrect.'
    return of === 'password' ? 'The password you entered is incorrect.' : 'The mobile number or password is incorrect.'
  },
  WRONG_CODE: ({ of }) =>
    of === 'redeem'
      ? 'That code isn’t right. Check it and enter it again.'
      : 'That verification code is wrong. Enter it again.',
  CODE_EXPIRED: ({ of }) => {
    if (of === 'redeem') return 'This code has expired or was cancelled.'
    return of === 'password'
      ? 'That took too long. Enter your password again.'
      : 'That verification code has expired. Request a new one.'
  },
  CODE_USED: () => 'This code has already been used.',
  NEW_USERS_ONLY: () => 'This code is for new members only.',
  DEVICE_LIMIT: () => 'You’re logged in on too many devices. Log out of one first.',
  PARENTAL_CODE_REQUIRED: () => 'Enter your parental code.',
  WRONG_PARENTAL_CODE: () => 'That parental code is wrong. Enter it again.',
  EMAIL_NEEDED: () => 'Add and verify your email address in Personal details first.',
  ACCOUNT_CLOSING: () => 'This account is closing. Reopen it to continue.',
  TOO_MANY_TRIES: ({ retryAfter }) =>
    retryAfter ? `Too many attempts. Try again in ${formatWait(retryAfter)}.` : 'Too many attempts. Try again later.',
  REGION_REFUSED: ({ of }) =>
    of === 'campaign' ? 'This campaign isn’t open in your region.' : 'This title isn’t available in your region.',
  REGISTRATION_CLOSED: () => 'You can’t sign up right now. Try again later. Members can log in as usual.',
  COMMENTS_CLOSED: () => 'Commenting is paused. Try again later.',
  PAYMENT_PAUSED: () => 'This payment method is paused. Choose another, or try again later.',
  KIDS_NOT_ALLOWED: () => 'This isn’t available in kids mode.',
  KIDS_REFUSED: () => 'This title isn’t available in kids mode.',
  CLASS_REFUSED: () => 'This is a Category III title and can’t be played right now.',
  WINDOW_CLOSED: ({ of }) =>
    of === 'campaign' ? 'This campaign isn’t taking entries right now.' : 'This title isn’t available right now.',
  PREPARING: () => 'This title is coming soon. Check back later.',
  NOT_ON_SALE: () => 'This title isn’t on sale yet.',
  KIDS_PURCHASE_REFUSED: () => 'Ask a parent to get this title for you.',
  PLAN_REQUIRED: () => 'You need the pass to watch this title.',
  INSUFFICIENT_CREDITS: () => 'There is not enough credits to play this program.',
  VOUCHERS_NOT_TAKEN: () => 'Movie vouchers can’t be used for this title.',
  VOUCHERS_ONLY: () => 'Only telecom partner members can watch this title, using a movie voucher.',
  INSUFFICIENT_TICKETS: ({ of }) =>
    of === 'cinema'
      ? 'You don’t have enough cinema tickets for this screening.'
      : 'You don’t have enough vouchers to watch this title.',
  QUOTE_EXPIRED: () => 'The offer has changed. Check the price and confirm again.',
  PURCHASES_BLOCKED: () => 'Purchases are on hold for this account. Contact us.',
  PAYMENT_NOT_STARTED: () => 'Your transaction may not be completed.',
  SELLING_FAST: () => 'Currently Selling fast, please try again later.',
  PENDING: () => 'Waiting for you to confirm with your payment provider.',
  STREAM_LIMIT: () => 'Too many devices are playing. Stop one of them to watch here.',
  STREAM_ENDED: () => 'Playback was stopped from another device.',
  GRANT_REFUSED: ({ of }) =>
    of === 'preview'
      ? 'This preview has ended. Open it again in the console.'
      : 'Your playback session expired. Start playing again.',
  CONFLICT: ({ max, of }) => {
    const obstacle = bindingObstacles.get(of)
    if (obstacle !== undefined) return obstacle
    if (of === 'submitted') return 'You’ve already sent the maximum number of entries.'
    if (of === 'terms') return 'The terms have just changed. Read and accept them, then send your entry again.'
    return max === undefined
      ? 'Something has just changed. Refresh the page and try again.'
      : `You’ve reached the limit of ${max}. Remove one first.`
  },
  VERSION_CONFLICT: () => 'Another operator has saved changes in the meantime.',
  STEP_UP_REQUIRED: () => 'Confirm with a code from your authenticator app.',
  UNAVAILABLE: () => 'The service isn’t available right now. Try again later.',
  INTERNAL: () => 'A system error occurred. Try again later.',
} satisfies Record<ErrorCode, (params: ErrorParams) => string>

/** Sentences about one wrong field of a call. */
export const fieldErrors = {
  missing: () => 'This is required.',
  wrongType: () => 'This isn’t in the right format.',
  wrongChoice: (choices: readonly string[]) => `Choose one of: ${choices.join(', ')}.`,
  malformed: () => 'This isn’t in the right format.',
  textTooLong: (max: number) => `Use at most ${max} ${max === 1 ? 'character' : 'characters'}.`,
  textTooShort: (min: number) => (min <= 1 ? 'This is required.' : `Use at least ${min} characters.`),
  listTooLong: (max: number) => `Choose at most ${max}.`,
  listTooShort: (min: number) => `Choose at least ${min}.`,
  numberTooLarge: (max: number) => `Enter ${max} or less.`,
  numberTooSmall: (min: number) => `Enter ${min} or more.`,
}

/** The sentence of each broken field rule. */
export const fieldRules = {
  MOBILE: 'Enter an eight-digit valid number.',
  PHONE_ABROAD: 'Enter the number with its country code, such as +44 20 7946 0000.',
  LOGIN_ID: 'Invalid login ID.',
  PASSWORD: 'Use at least six digits and no letters.',
  PASSWORD_LONG: 'Use at most 20 digits and no letters.',
  SAME_PASSWORD: 'That’s your current password. Choose another.',
  OBVIOUS_PASSWORD: 'That password is too easy to guess. Choose another.',
  PASSWORDS_DIFFER: 'The two entries differ.',
  WRONG_PASSWORD: 'The password you entered is incorrect.',
  EMAIL: 'Enter a valid email address.',
  BIRTHDAY: 'Enter your date of birth, like 2000-01-01.',
  SMS_CODE: 'Enter the six-digit code.',
  AGREE: 'Agree to the terms and the privacy statement to continue.',
  PROFILE_NAME: 'Enter a name of 1 to 10 characters.',
  PARENTAL_CODE: 'Enter a four-digit parental code.',
  CODES_DIFFER: 'The two entries differ.',
  PAYMENT_KIND: 'This payment method isn’t available. Choose another.',
  RETURN_URL: 'The return address must be a page of this site.',
  FILE_TYPE: 'This file type isn’t accepted. Choose another file.',
  RECIPIENT: 'Enter a valid mobile number or email address.',
  GIVER_NAME: 'Enter your name in up to 40 characters, without links.',
  GIFT_MESSAGE: 'Write up to 200 characters, without links.',
  COMMENT_LENGTH: 'Write 50 to 500 characters.',
  PROMOTION_CODE: 'That code isn’t right. Check it and enter it again.',
  PROMOTION_CODE_EXPIRED: 'This code has expired or was cancelled.',
  PROMOTION_CODE_NEW_ONLY: 'This code is for new members only.',
  PROMOTION_CODE_REFUSED: 'This code isn’t for your account.',
  LOCKER_CODE: 'We can’t find that locker. Check the list of lockers.',
  ADDRESS: 'Enter the delivery address.',
  COUNTRY: 'We don’t ship there yet. Choose another country.',
  IMAGE_UNREADABLE: 'We can’t read this picture. Choose another JPEG, PNG or WebP file.',
  IMAGE_GONE: 'This picture has been deleted. Upload it again.',
  SEARCH_KEYWORD: 'Enter search content.',
  ANSWER_MISSING: 'Fill this in.',
  ANSWER_LENGTH: 'This is too short or too long. Change it and send it again.',
  ANSWER_CHOICE: 'Choose from the list.',
  ANSWER_FIELD: 'The form has changed. Reload the page.',
  OPERATOR_PASSWORD: 'Use at least 12 characters.',
  PLACEHOLDERS: 'Keep each part in { }, and add no others.',
  NOTICE: 'Write the notice in both languages.',
  HTTPS_LINK: 'Enter a full address that begins with https://, or leave it empty.',
} satisfies Record<FieldRule, string>

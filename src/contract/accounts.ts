import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { code, reward } from './codes.ts'
import type { ErrorCode } from './error-codes.ts'
import * as field from './fields.ts'
import { emptyInput, emptyOutput, flag, instant, listOf } from './wire-values.ts'

const registrationDetails = {
  verificationToken: z.string().check(z.minLength(1), z.maxLength(100)),
  name: field.personName,
  email: field.email,
  birthday: field.birthday,
  gender: field.gender,
  agreeMarketing: z._default(flag, false),
}

const registered = { token: z.string(), partner: z.string(), userId: z.string(), expiresAt: instant }

/** Of the sentences by which a member agrees to marketing, in registration and in the account: another text is another version. */
export const MARKETING_TEXT_VERSION = '2026-11'

/** Between two SMS to a number (PRODUCT section 4). */
export const SMS_WAIT_SECONDS = 60
/** Without the SMS by then, the screen offers to re-enter the account (SPEC 2). */
export const SMS_LATE_SECONDS = 180
export const EMAIL_WAIT_SECONDS = 60
export const CODE_SECONDS = 600
export const CODE_TRIES = 5
/** From checking a number to registering its owner. */
export const REGISTRATION_MINUTES = 30
export const CLOSING_DAYS = 14

const number = { mobileno: field.mobileno, areaCode: field.areaCode }
const waitSeconds = z.object({ waitSeconds: z.number() })
const throttled = ['INVALID_INPUT', 'TOO_MANY_TRIES'] as const satisfies readonly ErrorCode[]

const entrance = { wire: 'action', viewer: 'anyone', changes: true, deadToken: 'ignored' } as const

export const register = endpoint({
  ...entrance,
  path: '/register2.action',
  sends: true,
  summary:
    'Starts a registration: sends a code to the number. A registered number gets the same response, and a different SMS.',
  input: z.object({ ...number, agreeTerms: field.agreed, agreePrivacy: field.agreed }),
  output: waitSeconds,
  refuses: [...throttled, 'REGISTRATION_CLOSED'],
})

const codeCheck = {
  ...entrance,
  input: z.object({ ...number, code: field.smsCode }),
  output: z.object({ verificationToken: z.string(), expiresAt: instant }),
  refuses: [...throttled, 'WRONG_CODE', 'CODE_EXPIRED'],
} as const

export const checkVerificationCode = endpoint({
  ...codeCheck,
  path: '/checkVerificationCode.action',
  summary: 'Checks the code of a registration.',
})

export const checkVerificationCodeCLP = endpoint({
  ...codeCheck,
  path: '/checkVerificationCodeCLP.action',
  summary: 'Checks the code of a registration of a CLP customer; other numbers become ordinary members.',
})

export const register3 = endpoint({
  ...entrance,
  path: '/register3',
  sends: true,
  summary:
    'Makes the account and signs in; password and parental code leave by SMS. A wrong or used promotion code makes no account.',
  input: z.object({ ...registrationDetails, promotionCode: z.optional(code) }),
  output: z.object(registered),
  refuses: [...throttled, 'CODE_EXPIRED', 'CODE_USED', 'CONFLICT', 'REGISTRATION_CLOSED'],
})

export const registerByPromotion = endpoint({
  ...entrance,
  path: '/registerByPromotion.action',
  sends: true,
  postOnly: true,
  summary: 'Makes the account with a promotion code; answers what the code gave.',
  input: z.object({ ...registrationDetails, promotionCode: code }),
  output: z.object({ ...registered, grants: z.array(reward) }),
  refuses: [...throttled, 'CODE_EXPIRED', 'CODE_USED', 'CONFLICT', 'REGISTRATION_CLOSED'],
})

export const getResetPasswordCode = endpoint({
  ...entrance,
  path: '/getResetPasswordCode.action',
  sends: true,
  postOnly: true,
  summary: 'Sends a code for a new password to the number.',
  input: z.object(number),
  output: waitSeconds,
  refuses: throttled,
})

export const resetPassword = endpoint({
  ...entrance,
  path: '/resetPassword.action',
  postOnly: true,
  summary: 'Sets a new password with a code; every session ends.',
  input: z.object({ ...number, code: field.smsCode, ...field.chosenTwice }).check(field.entriesAgree),
  output: emptyOutput,
  refuses: [...throttled, 'WRONG_CODE', 'CODE_EXPIRED'],
})

export const changePassword = endpoint({
  wire: 'action',
  path: '/changePassword.action',
  viewer: 'member',
  changes: true,
  summary: 'Changes the password; every other session ends.',
  input: z.object({ currentPassword: field.typedPassword, ...field.chosenTwice }).check(field.entriesAgree),
  output: emptyOutput,
  refuses: [...throttled, 'WRONG_CREDENTIALS', 'CONFLICT'],
})

export const userInfo = endpoint({
  wire: 'action',
  path: '/userInfo.action',
  viewer: 'member',
  summary: 'The member’s tickets.',
  input: emptyInput,
  output: z.object({
    tickets: z.number(),
    ticketList: z.array(z.object({ kind: z.enum(['voucher', 'cinema']), count: z.number(), expiresAt: instant })),
  }),
})

export const userProfileOutput = z.object({
  contractStatus: z.enum(['enabled', 'disabled']),
  partner: z.string(),
  pointsMonthly: z.number(),
  pointsRecharge: z.number(),
  tickets: z.number(),
  name: z.string(),
  mobileno: z.string(),
  areaCode: z.string(),
  email: z.string(),
  emailValid: z.boolean(),
  birthday: z.string(),
  gender: field.gender,
  genres: z.array(field.genre),
  planName: z.optional(z.string()),
  planStart: z.optional(instant),
  planEnd: z.optional(instant),
  extraCredits: z.number(),
  creditsExpireAt: z.optional(instant),
  monthlyExpireAt: z.optional(instant),
  rechargeExpireAt: z.optional(instant),
  ticketsExpireAt: z.optional(instant),
  trialEligible: z.boolean(),
  parentalStatus: z.enum(['on', 'off']),
  quality: field.quality,
  language: field.language,
  agreeMarketing: z.boolean(),
  closesAt: z.optional(instant),
})
export type UserProfile = z.output<typeof userProfileOutput>

const profileAnswer = z.object({ profile: userProfileOutput })

export const userProfile = endpoint({
  wire: 'action',
  path: '/userProfile.action',
  viewer: 'member',
  whileClosing: true,
  summary: 'The member’s details, plan and balances.',
  input: emptyInput,
  output: profileAnswer,
})

export const updateUserProfile = endpoint({
  wire: 'action',
  path: '/updateUserProfile.action',
  viewer: 'member',
  changes: true,
  summary: 'Changes the member’s details; a new e-mail address has to be verified again.',
  input: z.object({
    name: z.optional(field.personName),
    email: z.optional(field.email),
    birthday: z.optional(field.birthday),
    gender: z.optional(field.gender),
    genres: z.optional(listOf(field.genre).check(z.maxLength(field.GENRES_MAX))),
    quality: z.optional(field.quality),
    language: z.optional(field.language),
    agreeMarketing: z.optional(flag),
  }),
  output: profileAnswer,
  refuses: ['INVALID_INPUT'],
})

const customerAnswer = z.object({
  customer: z.object({
    userId: z.string(),
    mobileno: z.string(),
    areaCode: z.string(),
    name: z.string(),
    email: z.string(),
    partner: z.string(),
    bindings: z.array(z.object({ partner: z.string(), boundAt: instant })),
    agreements: z.array(z.object({ kind: z.enum(['terms', 'privacy', 'marketing']), agreedAt: instant })),
  }),
})

export const obtainCustomerDetails = endpoint({
  wire: 'action',
  path: '/ObtainCustomerDetails.action',
  viewer: 'member',
  summary: 'The customer, the partners bound, and what was agreed to.',
  input: emptyInput,
  output: customerAnswer,
})

export const obtainCustomerDetailsCLP = endpoint({
  wire: 'action',
  path: '/ObtainCustomerDetailsCLP.action',
  viewer: 'member',
  summary: 'The customer, for CLP customers.',
  input: emptyInput,
  output: customerAnswer,
  refuses: ['NOT_ALLOWED'],
})

export const sendEmailCode = endpoint({
  wire: 'action',
  path: '/sendEmailCode.action',
  sends: true,
  viewer: 'member',
  changes: true,
  summary: 'Sends a code to the member’s e-mail address.',
  input: emptyInput,
  output: waitSeconds,
  refuses: ['TOO_MANY_TRIES'],
})

export const verifyEmail = endpoint({
  wire: 'action',
  path: '/verifyEmail.action',
  viewer: 'member',
  changes: true,
  summary: 'Verifies the e-mail address with its code.',
  input: z.object({ code: field.smsCode }),
  output: profileAnswer,
  refuses: [...throttled, 'WRONG_CODE', 'CODE_EXPIRED'],
})

const confirmed = z.object({ password: field.typedPassword })

export const exportAccount = endpoint({
  wire: 'action',
  path: '/exportAccount.action',
  cost: 20,
  viewer: 'member',
  whileClosing: true,
  changes: true,
  file: 'application/zip',
  summary: 'The member’s data as a zip of JSON files.',
  input: confirmed,
  output: z.object({ fileName: z.string(), bytes: z.instanceof(Uint8Array) }),
  refuses: [...throttled, 'WRONG_CREDENTIALS'],
})

export const closeAccount = endpoint({
  wire: 'action',
  path: '/closeAccount.action',
  sends: true,
  viewer: 'member',
  changes: true,
  summary: 'Closes the account 14 days from now.',
  input: confirmed,
  output: z.object({ closesAt: instant }),
  refuses: [...throttled, 'WRONG_CREDENTIALS'],
})

export const reopenAccount = endpoint({
  wire: 'action',
  path: '/reopenAccount.action',
  viewer: 'member',
  whileClosing: true,
  changes: true,
  summary: 'Keeps an account that was being closed.',
  input: emptyInput,
  output: emptyOutput,
})

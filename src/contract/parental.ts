import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { emptyInput, emptyOutput, instant } from './wire-values.ts'

export const UNLOCK_MINUTES = 30

const status = z.enum(['on', 'off'])
export type ParentalStatus = z.output<typeof status>

export const checkPasscode = endpoint({
  wire: 'v2',
  path: '/profile/parental/checkPasscode',
  viewer: 'member',
  changes: true,
  summary: 'Unlocks restricted titles for half an hour.',
  input: z.object({ parentalCode: field.parentalCode }),
  output: z.object({ unlockedUntil: instant }),
  refuses: ['INVALID_INPUT', 'WRONG_PARENTAL_CODE', 'TOO_MANY_TRIES'],
})

export const setupPasscode = endpoint({
  wire: 'v2',
  path: '/profile/parental/setupPasscode',
  viewer: 'member',
  changes: true,
  summary: 'Changes the parental code, turns it on or off, or both.',
  input: z
    .object({
      oldCode: field.parentalCode,
      newCode: z.optional(field.parentalCode),
      confirmCode: z.optional(field.parentalCode),
      status: z.optional(status),
    })
    .check(
      z.refine(({ newCode, confirmCode }) => newCode === confirmCode, { path: ['confirmCode'], error: 'CODES_DIFFER' }),
    ),
  output: z.object({ status }),
  refuses: ['INVALID_INPUT', 'WRONG_PARENTAL_CODE', 'TOO_MANY_TRIES'],
})

/** Open in a kids profile: the phone is the parent's. */
export const sendParentalResetCode = endpoint({
  wire: 'v2',
  path: '/profile/parental/sendResetCode',
  sends: true,
  viewer: 'member',
  kids: 'open',
  changes: true,
  summary: 'Sends an SMS code to reset the parental code.',
  input: emptyInput,
  output: z.object({ waitSeconds: z.number() }),
  refuses: ['TOO_MANY_TRIES'],
})

export const resetPasscode = endpoint({
  wire: 'v2',
  path: '/profile/parental/resetPasscode',
  viewer: 'member',
  kids: 'open',
  changes: true,
  summary: 'Sets a new parental code with an SMS code or after the password.',
  input: z
    .object({
      code: z.optional(field.smsCode),
      passwordToken: z.optional(z.string().check(z.maxLength(200))),
      newCode: field.parentalCode,
      confirmCode: field.parentalCode,
    })
    .check(
      z.refine(({ newCode, confirmCode }) => newCode === confirmCode, { path: ['confirmCode'], error: 'CODES_DIFFER' }),
      z.refine(({ code, passwordToken }) => (code === undefined) !== (passwordToken === undefined), {
        path: ['code'],
        error: 'SMS_CODE',
      }),
    ),
  output: emptyOutput,
  refuses: ['INVALID_INPUT', 'WRONG_CODE', 'CODE_EXPIRED', 'TOO_MANY_TRIES', 'NOT_ALLOWED'],
})

export const checkCustomerPassword = endpoint({
  wire: 'v2',
  path: '/profile/parental/checkCustomerPassword',
  viewer: 'member',
  changes: true,
  summary: 'Proves the password, to reset the parental code: the token is good once, for five minutes.',
  input: z.object({ password: field.typedPassword }),
  output: z.object({ passwordToken: z.string() }),
  refuses: ['INVALID_INPUT', 'WRONG_CREDENTIALS', 'TOO_MANY_TRIES'],
})

export const lockParental = endpoint({
  wire: 'v2',
  path: '/profile/parental/lock',
  viewer: 'member',
  kids: 'open',
  changes: true,
  summary: 'Ends the unlock in every session of the account, and class III playback.',
  input: emptyInput,
  output: emptyOutput,
})

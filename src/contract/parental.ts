import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { emptyInput, emptyOutput, instant } from './wire-values.ts'

/** A correct code unlocks the session for this long (SPEC section 4). */
export const UNLOCK_MINUTES = 30

const status = z.enum(['on', 'off'])
export type ParentalStatus = z.output<typeof status>

/** Unlocks the session. A wrong code is `WRONG_PARENTAL_CODE` with `triesLeft`. */
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

/** Sets a new code, turns parental control on or off, or both. The old code is always required. */
export const setupPasscode = endpoint({
  wire: 'v2',
  path: '/profile/parental/setupPasscode',
  viewer: 'member',
  changes: true,
  summary: 'Changes the parental code, or turns it on or off.',
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

/** Sends a code to the account's number, with which the parental code is set anew. Open in a kids profile: the phone is the parent's. */
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

/** Sets the parental code anew with the SMS code, or with a token that the account's password earned. */
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

/** Proves the account's password; the token is good once, for five minutes. */
export const checkCustomerPassword = endpoint({
  wire: 'v2',
  path: '/profile/parental/checkCustomerPassword',
  viewer: 'member',
  changes: true,
  summary: 'Proves the password, to reset the parental code.',
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

import * as z from 'zod/mini'
import { areaCode, mobileno } from '../fields.ts'
import { CLOSING_DAYS } from '../accounts.ts'
import { CREDIT_BUCKETS } from '../wallet.ts'
import { id } from '../wire-values.ts'
import { adminChange } from './endpoint.ts'
import { changed, reasonedChange } from './forms.ts'

/** Credits that one person corrects alone: of an account in 30 days, and by an operator in 24 hours. */
export const UNAPPROVED_CREDITS = 200
/** A correction of more is a mistake. */
export const CORRECTED_MAX = 10_000
/** Credits that a correction adds lapse after so many days. */
export const CORRECTED_DAYS = 30
/** The longest hold against erasure. */
export const HOLD_DAYS = 90
export const NOTE_MAX = 1_000
/** From the approval of another number until it is in force: time to object. */
export const NUMBER_CHANGE_HOURS = 24
/** What a caller without their number proves who they are by. */
export const IDENTITY_PROOFS = ['email', 'order', 'payer', 'birthday', 'document'] as const
export const IDENTITY_PROOFS_MIN = 2

export const SECRETS = ['password', 'parental'] as const

const credits = z.int().check(
  z.minimum(-CORRECTED_MAX),
  z.maximum(CORRECTED_MAX),
  z.refine((count) => count !== 0),
)

const ofAccount = reasonedChange({ accountId: id })
const roles = ['care'] as const
const refuses = ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT'] as const

export const correct = adminChange({
  path: '/customers/correct',
  roles,
  audit: 'correct credits',
  fourEyes: 'finance',
  summary: `Adds credits for ${CORRECTED_DAYS} days, or takes some. Above ${UNAPPROVED_CREDITS} in sum a second person approves.`,
  input: reasonedChange({ accountId: id, bucket: z.enum(CREDIT_BUCKETS), credits }),
  output: changed,
  refuses: [...refuses, 'INSUFFICIENT_CREDITS'],
})

export const block = adminChange({
  path: '/customers/block',
  roles,
  audit: 'block customer',
  summary: 'Stops the purchases of an account.',
  input: ofAccount,
  output: changed,
  refuses,
})

export const unblock = adminChange({
  path: '/customers/unblock',
  roles,
  audit: 'unblock customer',
  summary: 'Allows the purchases of an account again.',
  input: ofAccount,
  output: changed,
  refuses,
})

export const endDevice = adminChange({
  path: '/customers/endDevice',
  roles,
  audit: 'end device of customer',
  summary: 'Signs a device of an account out, or all of them.',
  input: reasonedChange({ accountId: id, deviceId: z.nullable(id) }),
  output: z.object({ ended: z.number() }),
  refuses,
})

export const unlock = adminChange({
  path: '/customers/unlock',
  roles,
  audit: 'unlock customer',
  summary: 'Lets an account sign in again after too many wrong passwords or parental codes.',
  input: ofAccount,
  output: changed,
  refuses,
})

export const sendSecret = adminChange({
  path: '/customers/sendSecret',
  roles,
  audit: 'send secret to customer',
  summary: 'Sends a new password or parental code to the number of an account. No operator sees it.',
  input: reasonedChange({ accountId: id, secret: z.enum(SECRETS) }),
  output: changed,
  refuses: [...refuses, 'TOO_MANY_TRIES'],
})

export const cancelPlan = adminChange({
  path: '/customers/cancelPlan',
  roles,
  audit: 'cancel plan of customer',
  summary: 'Has the provider end the renewal of the plan, which runs until the end of what is paid.',
  input: ofAccount,
  output: changed,
  refuses,
})

export const note = adminChange({
  path: '/customers/note',
  roles,
  audit: 'add note to customer',
  summary: 'Keeps a note for colleagues.',
  input: z.object({
    requestKey: z.uuid(),
    accountId: id,
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(NOTE_MAX)),
  }),
  output: changed,
  refuses,
})

export const close = adminChange({
  path: '/customers/close',
  roles,
  audit: 'close customer',
  summary: `Closes an account, which is erased after ${CLOSING_DAYS} days unless it is reopened. The member is told by SMS.`,
  input: ofAccount,
  output: changed,
  refuses,
})

export const reopen = adminChange({
  path: '/customers/reopen',
  roles,
  audit: 'reopen customer',
  summary: 'Reopens an account that is being closed.',
  input: ofAccount,
  output: changed,
  refuses,
})

export const hold = adminChange({
  path: '/customers/hold',
  roles,
  audit: 'hold customer',
  fourEyes: 'administrator',
  summary: `Holds an account against its erasure, for ${HOLD_DAYS} days at most. A second person approves.`,
  input: reasonedChange({ accountId: id, days: z.int().check(z.minimum(1), z.maximum(HOLD_DAYS)) }),
  output: changed,
  refuses,
})

export const changeNumber = adminChange({
  path: '/customers/changeNumber',
  roles,
  audit: 'ask for another number of customer',
  fourEyes: 'administrator',
  withheld: ['mobileno'],
  summary: `Gives an account another mobile number, ${NUMBER_CHANGE_HOURS} hours later. A second person approves; both numbers and the e-mail address are told.`,
  input: reasonedChange({
    accountId: id,
    areaCode,
    mobileno,
    proofs: z.array(z.enum(IDENTITY_PROOFS)).check(
      z.maxLength(IDENTITY_PROOFS.length),
      z.refine((given) => new Set(given).size >= IDENTITY_PROOFS_MIN),
    ),
  }),
  output: changed,
  refuses,
})

export const keepNumber = adminChange({
  path: '/customers/keepNumber',
  roles,
  audit: 'keep number of customer',
  summary: 'Takes back another number that is not in force yet.',
  input: ofAccount,
  output: changed,
  refuses,
})

export const exportData = adminChange({
  path: '/customers/export',
  roles,
  audit: 'export customer',
  stepUp: true,
  summary:
    'Sends a link to the proven e-mail address of an account, where its member saves their data. No operator sees the data.',
  input: ofAccount,
  output: changed,
  refuses: [...refuses, 'TOO_MANY_TRIES'],
})

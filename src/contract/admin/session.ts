import * as z from 'zod/mini'
import { email, type FieldRule } from '../fields.ts'
import { emptyInput, emptyOutput, instant } from '../wire-values.ts'
import { adminRead, adminSession, ROLES } from './endpoint.ts'

/** Of an operator's session. */
export const SESSION_HOURS = 12
export const IDLE_MINUTES = 30
/** How long a TOTP code counts for calls that ask for one. */
export const STEP_UP_MINUTES = 10
/** How long the link to set a password is valid. */
export const INVITATION_MINUTES = 60
export const RECOVERY_CODES = 10

/** Screens whose rail item has a count, besides approvals. */
export const QUEUE_SCREENS = ['comments', 'contact', 'sales', 'submissions'] as const
/** A queue is counted this far. */
export const QUEUE_COUNT_MAX = 100

const role = z.enum(ROLES)
export const operatorRoles = z.array(role)

export const OPERATOR_PASSWORD = { min: 12, max: 200 } as const

const operatorPassword = z
  .string()
  .check(
    z.minLength(OPERATOR_PASSWORD.min, { error: 'OPERATOR_PASSWORD' satisfies FieldRule }),
    z.maxLength(OPERATOR_PASSWORD.max),
  )

const typedPassword = z.string().check(z.minLength(1), z.maxLength(OPERATOR_PASSWORD.max))
/** Six digits, with or without spaces, also as Chinese keyboards type them in full width. */
const totpCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(20)),
    z.transform((typed) => typed.normalize('NFKC').replaceAll(/\s/g, '')),
  ),
  z.string().check(z.regex(/^\d{6}$/, { error: 'SMS_CODE' })),
)
const recoveryCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(40)),
    z.transform((typed) => typed.normalize('NFKC').toLowerCase().replaceAll(/[\s-]/g, '')),
  ),
  z.string().check(z.minLength(1)),
)
const token = z.string().check(z.regex(/^[\w-]{20,100}$/))

const operator = z.object({ operatorId: z.string(), name: z.string(), email: z.string() })
const signedIn = z.object({ operator, roles: operatorRoles })

export const signIn = adminSession({
  path: '/session/signIn',
  roles: 'signed out',
  audit: 'sign in',
  summary: 'Opens a session with e-mail, password and the code of the authenticator app.',
  input: z.object({ email, password: typedPassword, code: totpCode }),
  output: signedIn,
  refuses: ['WRONG_CREDENTIALS', 'TOO_MANY_TRIES'],
})

export const recover = adminSession({
  path: '/session/recover',
  roles: 'signed out',
  audit: 'sign in with a recovery code',
  summary: 'Opens a session with e-mail, password and a recovery code, which is used up.',
  input: z.object({ email, password: typedPassword, recoveryCode }),
  output: z.object({ ...signedIn.shape, recoveryCodesLeft: z.number() }),
  refuses: ['WRONG_CREDENTIALS', 'TOO_MANY_TRIES'],
})

export const open = adminSession({
  path: '/session/open',
  roles: 'signed out',
  audit: undefined,
  summary: 'Reads an invitation: whose it is, and the key for the authenticator app.',
  input: z.object({ token }),
  output: z.object({ email: z.string(), otpauthUri: z.string() }),
  refuses: ['NOT_FOUND'],
})

export const welcome = adminSession({
  path: '/session/welcome',
  roles: 'signed out',
  audit: 'set credentials',
  summary:
    'Sets password and authenticator app by an invitation, which is used up. The recovery codes are told this once.',
  input: z.object({ token, password: operatorPassword, code: totpCode }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  refuses: ['NOT_FOUND', 'WRONG_CODE', 'INVALID_INPUT'],
})

export const stepUp = adminSession({
  path: '/session/stepUp',
  roles: 'all',
  audit: 'step up',
  summary: 'Confirms the session by a code of the authenticator app. The fifth wrong code ends the session.',
  input: z.object({ code: totpCode }),
  output: emptyOutput,
  refuses: ['WRONG_CODE', 'LOGIN_REQUIRED'],
})

export const end = adminSession({
  path: '/session/end',
  roles: 'all',
  audit: 'sign out',
  summary: 'Ends the session.',
  input: emptyInput,
  output: emptyOutput,
})

export const me = adminRead({
  path: '/session/me',
  roles: 'all',
  summary: 'The operator of the session, until when it lasts, and what waits for them.',
  input: emptyInput,
  output: z.object({
    operator,
    roles: operatorRoles,
    expiresAt: instant,
    idleAt: instant,
    approvals: z.number(),
    /** What waits in the queues of their roles, up to `QUEUE_COUNT_MAX`. */
    queues: z.partialRecord(z.enum(QUEUE_SCREENS), z.number()),
    brand: z.object({ zh_HK: z.string(), en_US: z.string() }),
    /** Without a slash at its end; empty where the console is at the site's address. */
    siteUrl: z.string(),
  }),
})

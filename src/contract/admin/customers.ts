import * as z from 'zod/mini'
import { REGIONS } from '../regions.ts'
import { flag, id, instant } from '../wire-values.ts'
import { adminAudited, adminRead, type Role } from './endpoint.ts'
import { reason } from './forms.ts'

/** Who may look at a customer. Only `care` changes one. */
export const CUSTOMER_ROLES = ['care', 'finance'] as const satisfies readonly Role[]

/** At most this many accounts are found by one e-mail address. */
export const FOUND_MAX = 20
/** Searches of an operator in an hour. */
export const FINDS_HOURLY = 120
/** Of an operator in an hour; beyond them a code of the authenticator must be at most ten minutes old. */
export const REVEALS_HOURLY = 20
/** Of an operator in an hour, with a code. */
export const REVEALS_MAX = 60
/** How long the console shows what was revealed. */
export const REVEALED_SECONDS = 60

export const REVEALED_FIELDS = ['number', 'email', 'birthday'] as const

/** By what an account was found. */
export const FOUND_BY = ['number', 'email', 'account', 'order'] as const

/** Of the plan that an account holds, or held last. */
export const PLAN_STATES = ['pending', 'trial', 'active', 'past_due', 'cancelling', 'ended'] as const

export const local = z.object({ zh_HK: z.string(), en_US: z.string() })
const ofAccount = z.object({ accountId: id })

export const find = adminAudited({
  path: '/customers/find',
  roles: CUSTOMER_ROLES,
  audit: 'find customers',
  summary: `Accounts by whole mobile number, e-mail address, account id or order number, never by part; ${FINDS_HOURLY} times an hour.`,
  input: z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
  output: z.object({
    list: z.array(
      z.object({
        accountId: z.string(),
        /** `+852 6••• ••47` */
        maskedNumber: z.string(),
        name: z.string(),
        plan: z.nullable(local),
        since: instant,
        isClosing: z.boolean(),
        isBlocked: z.boolean(),
        foundBy: z.enum(FOUND_BY),
      }),
    ),
  }),
  refuses: ['TOO_MANY_TRIES'],
})

export const show = adminRead({
  path: '/customers/show',
  roles: CUSTOMER_ROLES,
  summary: 'An account with its number and e-mail address masked, its plan, and its credits with what lapses when.',
  input: ofAccount,
  output: z.object({
    accountId: z.string(),
    name: z.string(),
    maskedNumber: z.string(),
    maskedEmail: z.string(),
    isEmailProven: z.boolean(),
    /** Its server said that there is no such mailbox. */
    isEmailRefused: z.boolean(),
    language: z.enum(['zh_HK', 'en_US']),
    partner: z.string(),
    since: instant,
    /** The account is erased then, unless it is reopened or held. */
    closesAt: z.nullable(instant),
    heldUntil: z.nullable(instant),
    /** That replaces the number then. */
    newNumber: z.nullable(z.object({ maskedNumber: z.string(), dueAt: instant })),
    isBlocked: z.boolean(),
    /** Too many wrong passwords. */
    signInLockedUntil: z.nullable(instant),
    isParentalOn: z.boolean(),
    devices: z.number(),
    plan: z.nullable(
      z.object({
        name: local,
        state: z.enum(PLAN_STATES),
        amountCents: z.number(),
        kind: z.nullable(z.string()),
        startedAt: instant,
        cycleStartsAt: instant,
        cycleEndsAt: instant,
        paidUntil: instant,
        nextChargeAt: z.nullable(instant),
        chargeAttempts: z.number(),
        canCancel: z.boolean(),
        /** Its provider is asked to end it. */
        isBeingCancelled: z.boolean(),
      }),
    ),
    credits: z.number(),
    /** In the order of spending. */
    lapses: z.array(
      z.object({
        bucket: z.enum(['monthly', 'recharged', 'voucher', 'ticket']),
        amount: z.number(),
        expiresAt: instant,
      }),
    ),
    /** Newest first. */
    notes: z.array(z.object({ noteId: z.string(), at: instant, by: z.string(), text: z.string() })),
    /** The operator's own: it is another one's to change. */
    isOwn: z.boolean(),
  }),
  refuses: ['NOT_FOUND'],
})

export const reveal = adminAudited({
  path: '/customers/reveal',
  roles: ['care'],
  audit: 'reveal customer',
  summary: `A field of an account in full; ${REVEALS_HOURLY} an hour, with a code of the last ten minutes ${REVEALS_MAX}.`,
  input: z.object({ accountId: id, field: z.enum(REVEALED_FIELDS), reason }),
  output: z.object({ value: z.string() }),
  refuses: ['NOT_FOUND', 'STEP_UP_REQUIRED', 'TOO_MANY_TRIES'],
})

export const related = adminRead({
  path: '/customers/related',
  roles: CUSTOMER_ROLES,
  summary: 'How many other accounts have used the same device, the same payer or the same e-mail address.',
  input: ofAccount,
  output: z.object({ sameDevice: z.number(), samePayer: z.number(), sameEmail: z.number() }),
  refuses: ['NOT_FOUND'],
})

/** What decides whether an account may watch a title now. `hidden`: the catalogue does not show it. */
export const ACCESS_OUTCOMES = ['play', 'buy', 'parental', 'deny', 'login', 'hidden'] as const

export const why = adminRead({
  path: '/customers/why',
  roles: CUSTOMER_ROLES,
  summary: 'The one decision whether the account may watch a title now, and what decides it.',
  input: z.object({ accountId: id, programId: id, region: z.enum(REGIONS), kids: z._default(flag, false) }),
  output: z.object({
    access: z.enum(ACCESS_OUTCOMES),
    /** Of `play`. */
    by: z.nullable(z.enum(['free', 'plan', 'rental', 'screening'])),
    until: z.nullable(instant),
    /** Of `buy`. */
    offers: z.array(z.object({ kind: z.enum(['rental', 'plan', 'ticket']), credits: z.nullable(z.number()) })),
    /** Of `deny`: an error code. */
    reason: z.nullable(z.string()),
  }),
  refuses: ['NOT_FOUND'],
})

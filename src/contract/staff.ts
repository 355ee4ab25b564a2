import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nextAction, PAYMENT_KINDS, TERMINALS } from './payments.ts'
import { plan } from './plans.ts'
import { emptyInput, id } from './wire-values.ts'

/** As on the list that the operator imported. */
const staff = z.object({
  companyName: z.string().check(z.minLength(1), z.maxLength(80)),
  staffNumber: z.string().check(z.minLength(1), z.maxLength(40)),
})

const staffChecked = z.object({
  /** Good for 30 minutes, one account, one use. */
  staffToken: z.string(),
  planList: z.array(plan),
})

const check = {
  wire: 'action',
  viewer: 'anyone',
  changes: true,
  cost: 10,
  input: staff,
  output: staffChecked,
  /** Unknown company or number, and a number that has its plan, answer alike. */
  refuses: ['INVALID_INPUT', 'NOT_FOUND', 'TOO_MANY_TRIES'],
} as const

export const checkStaffPlan = endpoint({
  ...check,
  path: '/checkStaffPlan.action',
  summary: 'Checks a staff number; answers the staff plans.',
})

export const getStaffSubscribableMonthlyPlan = endpoint({
  ...check,
  path: '/getStaffSubscribableMonthlyPlan.action',
  summary: 'The staff plans; the same as checkStaffPlan.',
})

export const saveStaffPlanStatus = endpoint({
  wire: 'action',
  path: '/saveStaffPlanStatus.action',
  viewer: 'member',
  changes: true,
  cost: 20,
  summary:
    'Takes the staff plan with the token of a check: a free one at once, else it answers where the payer goes next.',
  input: z.object({
    staffToken: z.string().check(z.minLength(1), z.maxLength(200)),
    planId: id,
    provider: z._default(z.enum(PAYMENT_KINDS), 'paypal'),
    continueURL: z.optional(z.string().check(z.maxLength(2_000))),
    cancelURL: z.optional(z.string().check(z.maxLength(2_000))),
    terminal: z._default(z.enum(TERMINALS), 'web'),
  }),
  output: z.object({
    /** One of the two: a plan that runs now, or a payment. */
    planEnd: z.optional(z.string()),
    outTradeNo: z.optional(id),
    nextAction: z.optional(nextAction),
  }),
  refuses: [
    'INVALID_INPUT',
    'NOT_FOUND',
    'NOT_ALLOWED',
    'CODE_EXPIRED',
    'CONFLICT',
    'PAYMENT_NOT_STARTED',
    'PAYMENT_PAUSED',
    'UNAVAILABLE',
  ],
})

export const getGiftsSubscribableMonthlyPlan = endpoint({
  wire: 'action',
  path: '/getGiftsSubscribableMonthlyPlan.action',
  viewer: 'anyone',
  summary: 'The plans that can be given as a gift.',
  input: emptyInput,
  output: z.object({ planList: z.array(plan) }),
})

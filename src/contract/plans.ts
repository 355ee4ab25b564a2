import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PAYMENT_KINDS, type RenewingKind, renews } from './payments.ts'
import { emptyInput, flag, id, instant } from './wire-values.ts'

export const RENEWING_KINDS: readonly RenewingKind[] = PAYMENT_KINDS.filter(renews)
export type { RenewingKind } from './payments.ts'

/** Where a plan is sold, or given. */
export const OFFERS = ['standard', 'promotional', 'staff', 'gift'] as const
export type Offer = (typeof OFFERS)[number]

export const PLAN_OFFERS = ['standard', 'promotional'] as const
export type PlanOffer = (typeof PLAN_OFFERS)[number]

export const PLAN_REFUSALS = ['HAS_PLAN', 'TELECOM_PARTNER', 'CLOSING'] as const
export type PlanRefusal = (typeof PLAN_REFUSALS)[number]

/** A renewal is charged this long before what is paid ends. */
export const CHARGE_LEAD_HOURS = 6

/**
 * `trialMonths` is 0 after an earlier plan, for telecom partners, and where no kind that renews is configured. Dates are Hong Kong dates.
 */
export const plan = z.object({
  planId: id,
  name: z.string(),
  description: z.string(),
  /** Cents for one cycle. */
  amount: z.number(),
  currency: z.string(),
  trialMonths: z.number(),
  /** Of each cycle; forfeited at its end. */
  extraCredits: z.number(),
  providers: z.array(z.enum(PAYMENT_KINDS)),
  /** If the reader subscribes now, as are the next two. */
  firstChargeDate: z.iso.date(),
  firstChargeAt: instant,
  firstCycleEndsAt: instant,
  /** `First month free, then HK$88 a month` */
  priceText: z.string(),
  termsText: z.string(),
  eligible: z.boolean(),
  reason: z.optional(z.enum(PLAN_REFUSALS)),
})
export type Plan = z.output<typeof plan>

export const getSubscribableMonthlyPlanWeb = endpoint({
  wire: 'action',
  path: '/getSubscribableMonthlyPlanWeb.action',
  viewer: 'anyone',
  summary: 'The monthly plans on sale, with what the reader would pay.',
  input: z.object({
    offer: z._default(z.enum(PLAN_OFFERS), 'standard'),
    withoutTrial: z._default(flag, false),
  }),
  output: z.object({ planList: z.array(plan) }),
})

export const SUBSCRIPTION_ACTIONS = ['subscribe', 'manage'] as const

export const getSubscriptionButton = endpoint({
  wire: 'action',
  path: '/getSubscriptionButton',
  viewer: 'anyone',
  summary: 'The subscription entry of the header: its words, and whether the reader sees it.',
  input: emptyInput,
  output: z.object({
    button: z.object({ text: z.string(), action: z.enum(SUBSCRIPTION_ACTIONS), visible: z.boolean() }),
  }),
})

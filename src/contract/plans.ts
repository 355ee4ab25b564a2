import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PAYMENT_KINDS, type RenewingKind, renews } from './payments.ts'
import { emptyInput, flag, id, instant } from './wire-values.ts'

/** The kinds of payment that renew a plan by an agreement. The others sell one prepaid month. */
export const RENEWING_KINDS: readonly RenewingKind[] = PAYMENT_KINDS.filter(renews)
export type { RenewingKind } from './payments.ts'

/** Which plans are asked for: those of everybody, or the promotional one (`/warriors48`). */
export const PLAN_OFFERS = ['standard', 'promotional'] as const
export type PlanOffer = (typeof PLAN_OFFERS)[number]

/** Why this caller cannot subscribe to a plan now. */
export const PLAN_REFUSALS = ['HAS_PLAN', 'TELECOM_PARTNER', 'CLOSING'] as const
export type PlanRefusal = (typeof PLAN_REFUSALS)[number]

/**
 * A plan as its reader can buy it: `trialMonths` is 0 for whoever had a plan, for telecom partners, and where no kind that renews is
 * configured. Dates are Hong Kong dates.
 */
export const plan = z.object({
  planId: id,
  name: z.string(),
  description: z.string(),
  /** Cents for one cycle. */
  amount: z.number(),
  currency: z.string(),
  trialMonths: z.number(),
  /** Credits of each cycle; what is left is forfeited at its end. */
  extraCredits: z.number(),
  /** The kinds that are configured. */
  providers: z.array(z.enum(PAYMENT_KINDS)),
  /** When the first money is taken if the reader subscribes now: `2026-12-20`. */
  firstChargeDate: z.iso.date(),
  /** The same, to the minute; `nextChargeAt` of the plan that then runs. */
  firstChargeAt: instant,
  /** When the first cycle, or the trial, ends if the reader subscribes now. */
  firstCycleEndsAt: instant,
  /** The price in a sentence, beside a button: `First month free, then HK$88 a month`. */
  priceText: z.string(),
  /** What subscribing means, below the button: when the first money is taken, the credits, that it can be cancelled. */
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
    /** The terms of a payer who pays at once, as after `TRIAL_USED`. */
    withoutTrial: z._default(flag, false),
  }),
  output: z.object({ planList: z.array(plan) }),
})

/** Where the subscription button leads: to the plans, or to the account where a plan is managed. */
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

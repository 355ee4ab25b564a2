import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nextAction, PAYMENT_STATUSES, TERMINALS } from './payments.ts'
import { RENEWING_KINDS } from './plans.ts'
import { emptyInput, flag, id, instant, whole } from './wire-values.ts'

/** `cancelling`: paid until the end of the cycle, not renewed. `past_due`: a renewal failed, its titles still play. */
export const SUBSCRIPTION_STATES = ['trial', 'active', 'past_due', 'cancelling', 'ended'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

/** `TRIAL_USED`: the same plan can be bought without a trial. */
export const AGREEMENT_FAILURES = ['DECLINED', 'TRIAL_USED', 'HAS_PLAN'] as const
export type AgreementFailure = (typeof AGREEMENT_FAILURES)[number]

/** Charges after the end of what is paid; day 1 begins as the cycle ends. Titles play to the end of the last. */
export const RETRY_DAYS = [1, 3, 5] as const

/** Prepaid and gift months that may wait behind the running cycle. */
export const QUEUED_MONTHS_MAX = 12

const cents = z.number()
const address = z.string().check(z.maxLength(2_000))

const subscription = z.object({
  state: z.enum(SUBSCRIPTION_STATES),
  planId: id,
  planName: z.string(),
  /** Without a break since. */
  startedAt: instant,
  cycleStartsAt: instant,
  cycleEndsAt: instant,
  /** The end of what is paid, or of the days of grace. */
  entitledUntil: instant,
  /** As agreed, whatever newer versions of the plan cost. */
  amount: cents,
  currency: z.string(),
  extraCredits: z.number(),
  /** Voided if the plan ended now. */
  creditsLeft: z.number(),
  /** Absent for prepaid months. */
  provider: z.optional(z.enum(RENEWING_KINDS)),
  merchantAgreementId: z.optional(id),
  /** At the earliest. */
  nextChargeAt: z.optional(instant),
  canCancel: z.boolean(),
  canUndo: z.boolean(),
  /** Of `past_due`: the next try, and the plan's end if none succeeds. */
  failure: z.optional(z.object({ failedAt: instant, nextTryAt: z.optional(instant), endsAt: instant })),
  /** Prepaid and gift months after the running cycle. */
  queuedMonths: z.number(),
  nextPlan: z.optional(z.object({ planId: id, planName: z.string(), amount: cents })),
})
export type Subscription = z.output<typeof subscription>

export const subscriptionDetail = endpoint({
  wire: 'v2',
  path: '/subscription',
  viewer: 'member',
  summary: 'The plan of the account: its cycle, its price, its next charge.',
  input: emptyInput,
  output: z.object({ subscription: z.nullable(subscription) }),
})

/**
 * A trial where the account has one, else the first cycle is charged at once. With a plan it replaces the payment method, or the plan from
 * the next cycle on.
 */
const agreementStart = {
  wire: 'action',
  viewer: 'member',
  changes: true,
  cost: 20,
  input: z.object({
    planId: id,
    provider: z._default(z.enum(RENEWING_KINDS), 'paypal'),
    /** The terms that the payer was shown. `CONFLICT` if one of them has changed. */
    amount: z.optional(whole(0, 100_000_000)),
    dueToday: z.optional(whole(0, 100_000_000)),
    trial: z.optional(flag),
    continueURL: address,
    cancelURL: address,
    terminal: z._default(z.enum(TERMINALS), 'web'),
  }),
  /** `outTradeNo`: of the agreement. */
  output: z.object({ merchantAgreementId: id, outTradeNo: id, nextAction }),
  refuses: ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT', 'NOT_ALLOWED', 'PAYMENT_NOT_STARTED', 'PAYMENT_PAUSED'],
} as const

export const createRecurringPaymentsProfile = endpoint({
  ...agreementStart,
  path: '/CreateRecurringPaymentsProfile.action',
  summary: 'Starts an agreement that renews a plan; answers where the payer approves it.',
})
export const setupPaymentAuthorization = endpoint({
  ...agreementStart,
  path: '/SetupPaymentAuthorization.action',
  summary: 'Starts an agreement; the same as CreateRecurringPaymentsProfile.',
})
export const autoDebitBinding = endpoint({
  ...agreementStart,
  path: '/autoDebitBinding.action',
  summary: 'Starts an agreement; the same as CreateRecurringPaymentsProfile.',
})
/** No free month and no credits: these customers could not rent with them. */
export const createRecurringPaymentsProfileCLP = endpoint({
  ...agreementStart,
  path: '/CreateRecurringPaymentsProfileCLP.action',
  summary:
    'Starts an agreement that renews a plan, for CLP customers: its titles, without a free month and without credits.',
})
export const setupPaymentAuthorizationCLP = endpoint({
  ...agreementStart,
  path: '/SetupPaymentAuthorizationCLP.action',
  summary:
    'Starts an agreement, for CLP customers, without a free month and without credits; the same as CreateRecurringPaymentsProfileCLP.',
})

export const confirmAutoDebitAgreement = endpoint({
  wire: 'action',
  path: '/confirmAutoDebitAgreement.action',
  viewer: 'member',
  changes: true,
  cost: 20,
  summary: 'Asks the provider whether the payer has approved the agreement.',
  input: z.object({ merchantAgreementId: id }),
  output: z.object({ outTradeNo: id }),
  refuses: ['NOT_FOUND', 'PENDING'],
})

export const queryAutoDebitTransaction = endpoint({
  wire: 'action',
  path: '/queryAutoDebitTransaction.action',
  viewer: 'member',
  summary: 'How an agreement, or a charge of it, stands.',
  input: z.object({ outTradeNo: id }),
  output: z.object({
    outTradeNo: id,
    /** `paid` once it is approved and its first charge, if any, is settled. */
    status: z.enum(PAYMENT_STATUSES),
    /** Taken so far: 0 for a trial. */
    amount: cents,
    currency: z.string(),
    provider: z.enum(RENEWING_KINDS),
    planId: z.optional(id),
    planName: z.string(),
    isTrial: z.boolean(),
    message: z.optional(z.string()),
    failure: z.optional(z.enum(AGREEMENT_FAILURES)),
    /** It began no plan; what its provider charged is refunded. */
    returnsCharge: z.optional(z.literal(true)),
    subscription: z.nullable(subscription),
    nextAction: z.optional(nextAction),
    /** Of its first charge. */
    orderNumber: z.optional(z.string()),
    receiptNumber: z.optional(z.string()),
  }),
  refuses: ['NOT_FOUND'],
})

export const terminateRecurringPayment = endpoint({
  wire: 'action',
  path: '/TerminateRecurringPayment.action',
  viewer: 'member',
  changes: true,
  cost: 20,
  summary: 'Cancels the plan at the end of its cycle, or undoes that.',
  input: z.object({ merchantAgreementId: z.optional(id), undo: z._default(flag, false) }),
  output: z.object({ endsAt: instant, voidedCredits: z.number(), subscription }),
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT', 'UNAVAILABLE'],
})

export const retryRenewal = endpoint({
  wire: 'v2',
  path: '/subscription/retry',
  viewer: 'member',
  changes: true,
  cost: 20,
  summary: 'Tries a failed renewal again now.',
  input: emptyInput,
  output: z.object({ status: z.enum(PAYMENT_STATUSES), subscription }),
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT', 'UNAVAILABLE'],
})

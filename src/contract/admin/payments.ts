import * as z from 'zod/mini'
import { id, instant } from '../wire-values.ts'
import { adminChange, adminRead } from './endpoint.ts'
import { changed, pageOf, query, reasonedChange } from './forms.ts'

/** Why a payment needs a person. */
export const CASE_CAUSES = [
  'review',
  'undelivered',
  'disputed',
  'paid again',
  'refund failed',
  'refund returned',
  'refund in doubt',
  'refund unfinished',
  'refunded late',
  'refunded and charged back',
  'unknown payment',
  'unknown refund',
  'listed otherwise',
  'payment not listed',
  'refund not listed',
] as const
export type CaseCause = (typeof CASE_CAUSES)[number]

/** What can be done about a case besides opening its order. */
export const CASE_ACTIONS = ['accept', 'dismiss', 'settleRefund'] as const

/** What was asked of a provider about a subscription that has no agreement here. */
export const TERMINATION_OUTCOMES = ['ended', 'known', 'absent', 'unanswered'] as const

/** Orders older than this are not queried by default. */
export const RECONCILE_DAYS = 30

const FINANCE = ['finance'] as const
const reference = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))

export const cases = adminRead({
  path: '/payments/cases',
  roles: FINANCE,
  summary:
    'Payments that need a person: under review, undelivered, disputed, paid twice, refunds that stand still, and what a provider lists otherwise.',
  input: query({ cause: z.optional(z.enum(CASE_CAUSES)) }, ['at', '-at']),
  output: pageOf(
    z.object({
      caseId: z.string(),
      cause: z.enum(CASE_CAUSES),
      /** An order’s id, or what the provider’s listing names. */
      outTradeNo: z.string(),
      /** Null for what is no order of ours. */
      orderNumber: z.nullable(z.string()),
      amountCents: z.number(),
      currency: z.string(),
      /** What the provider said, or its reference. */
      problem: z.nullable(z.string()),
      at: instant,
      /** Of a dispute, if its provider said so. */
      answerBy: z.nullable(instant),
      action: z.nullable(z.enum(CASE_ACTIONS)),
      /** What `dismiss` takes. */
      reference: z.nullable(z.string()),
    }),
  ),
})

const ofOrder = { outTradeNo: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)) }

export const accept = adminChange({
  path: '/payments/accept',
  roles: FINANCE,
  audit: 'accept payment',
  fourEyes: 'finance',
  summary:
    'Delivers a payment of another amount, which is under review. What is missing counts as a refund by the operator; above the limits a second person is needed.',
  input: reasonedChange(ofOrder),
  output: changed,
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT'],
})

export const dismiss = adminChange({
  path: '/payments/dismiss',
  roles: FINANCE,
  audit: 'dismiss difference',
  summary: 'Tells of a difference from a provider’s listing, a second payment or a late refund no more.',
  input: reasonedChange({ reference }),
  output: changed,
  refuses: ['NOT_FOUND'],
})

export const settleRefund = adminChange({
  path: '/payments/settleRefund',
  roles: FINANCE,
  audit: 'settle refund',
  fourEyes: 'finance',
  summary:
    'Ends a refund that is in doubt or overdue, as found in the provider’s portal: carried out, or not, and what was bought is given again, which counts as a refund by the operator and above the limits needs a second person.',
  input: reasonedChange({ ...ofOrder, as: z.enum(['refunded', 'refused']) }),
  output: changed,
  refuses: ['NOT_FOUND', 'NOT_ALLOWED'],
})

export const reconcile = adminChange({
  path: '/payments/reconcile',
  roles: FINANCE,
  audit: 'reconcile payments',
  summary:
    'Has the providers queried about every order that is not paid. After a restore the work on payments begins again.',
  input: reasonedChange({ since: z.optional(z.iso.datetime({ offset: true })) }),
  output: z.object({ ...changed.shape, queried: z.optional(z.number()) }),
})

export const endMandate = adminChange({
  path: '/payments/endMandate',
  roles: FINANCE,
  audit: 'request mandate end',
  summary:
    'Cancels a subscription at PayPal that is ours and has no agreement here. A job does it and records the outcome.',
  input: reasonedChange({ subscription: reference, agreementId: reference }),
  output: z.object({ ...changed.shape, terminationId: z.optional(id) }),
})

export const mandateTerminations = adminRead({
  path: '/payments/mandateTerminations',
  roles: FINANCE,
  summary: 'Subscriptions that operators had cancelled at a provider, the newest first.',
  input: query({}, ['-requestedAt', 'requestedAt']),
  output: pageOf(
    z.object({
      terminationId: z.string(),
      subscription: z.string(),
      agreementId: z.string(),
      requestedAt: instant,
      actor: z.string(),
      reason: z.string(),
      /** Null while it is asked. */
      outcome: z.nullable(z.enum(TERMINATION_OUTCOMES)),
      finishedAt: z.nullable(instant),
    }),
  ),
})

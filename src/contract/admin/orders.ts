import * as z from 'zod/mini'
import { ORDER_STATES } from '../order-states.ts'
import { PAYMENT_KINDS, PAYMENT_PURPOSES } from '../payments.ts'
import { id, instant, whole } from '../wire-values.ts'
import { adminAudited, adminChange, adminExport, adminRead } from './endpoint.ts'
import { changed, pageOf, query, reason, reasonedChange } from './forms.ts'

/** Who brought the news that moved an order. */
export const EVIDENCE_SOURCES = ['create', 'browser', 'callback', 'reconciliation', 'operator', 'refund'] as const

/** `covered` and `mismatched` come from a verified callback or our own query only. */
export const ORDER_EVENTS = [
  'accepted',
  'refused',
  'closed',
  'abandoned',
  'covered',
  'mismatched',
  'reviewAccepted',
  'refundRequested',
  'refundedInPart',
  'refundedWhole',
  'refundFailed',
  'disputeOpened',
  'disputeWon',
  'disputeLost',
] as const

/** What the timeline of an order says. */
export const EVIDENCE_EVENTS = [...ORDER_EVENTS, 'paidAgain', 'refundedLate'] as const

export const REFUND_STATES = ['requested', 'pending', 'awaiting_claim', 'succeeded', 'failed', 'returned'] as const

/** Why no more can be refunded: its state · what was refunded before · what was bought is used, or over. */
export const REFUND_LIMITS = ['state', 'refunded', 'used'] as const

const typed = z.string().check(z.trim(), z.maxLength(100))
const time = z.iso.datetime({ offset: true })
const state = z.enum(ORDER_STATES)
const purpose = z.enum(PAYMENT_PURPOSES)
const provider = z.enum(PAYMENT_KINDS)
const cents = z.number()

const orders = query(
  {
    /** A whole order number, an id of ours or of the provider, or an account's id. */
    text: z.optional(typed),
    state: z.optional(state),
    /** What was bought. */
    kind: z.optional(purpose),
    provider: z.optional(provider),
    from: z.optional(time),
    until: z.optional(time),
  },
  ['-createdAt', 'createdAt'],
)

const order = z.object({
  outTradeNo: z.string(),
  /** Shown to people: `HB-261128-4K7Q`. */
  orderNumber: z.string(),
  /** Null once the account is erased. */
  accountId: z.nullable(z.string()),
  state,
  kind: purpose,
  provider,
  /** No money moves. */
  isSandbox: z.boolean(),
  item: z.string(),
  amountCents: cents,
  currency: z.string(),
  paidCents: z.nullable(cents),
  paidCurrency: z.nullable(z.string()),
  /** Of refunds that have neither failed nor returned. */
  refundedCents: cents,
  createdAt: instant,
  paidAt: z.nullable(instant),
  deliveredAt: z.nullable(instant),
  /** Why it was paid and cannot be delivered. */
  undeliverable: z.nullable(z.string()),
  /** Until when its provider takes an answer to its dispute; null without one, where it waits for none or does not tell. */
  answerBy: z.nullable(instant),
})

export const list = adminRead({
  path: '/orders/list',
  roles: ['finance', 'care'],
  summary: 'Orders for money. Of customers they have the account’s id alone.',
  input: orders,
  output: pageOf(order),
})

export const exportOrders = adminExport({
  path: '/orders/export',
  roles: ['finance'],
  summary: 'The orders of the same filter as a file.',
  input: orders,
})

/** A number as people read it, or an id. */
const anOrder = z.string().check(z.trim(), z.minLength(1), z.maxLength(64))

const booking = z.object({
  transferId: z.number(),
  at: instant,
  kind: z.string(),
  actor: z.string(),
  entries: z.array(
    z.object({
      account: z.string(),
      commodity: z.enum(['HKD_CENT', 'CREDIT', 'VOUCHER', 'TICKET']),
      amount: z.number(),
      /** Of a wallet: what is left of this lot. */
      lotId: z.nullable(z.number()),
    }),
  ),
})

export const show = adminRead({
  path: '/orders/show',
  roles: ['finance', 'care'],
  summary: 'An order, the evidence for its state, its refunds and bookings, and how much can be refunded.',
  input: z.object({ outTradeNo: anOrder }),
  output: z.object({
    order: z.object({
      ...order.shape,
      gateway: z.nullable(z.string()),
      providerReference: z.nullable(z.string()),
      paymentReference: z.nullable(z.string()),
      expiresAt: instant,
      /** When the provider is queried next. */
      queryDueAt: z.nullable(instant),
      receiptNumber: z.nullable(z.string()),
      /** Of a second payment: the order that was paid twice. */
      secondOf: z.nullable(z.string()),
    }),
    evidence: z.array(
      z.object({
        at: instant,
        source: z.enum(EVIDENCE_SOURCES),
        event: z.enum(EVIDENCE_EVENTS),
        from: state,
        to: state,
        amountCents: z.nullable(cents),
        currency: z.nullable(z.string()),
        reference: z.nullable(z.string()),
      }),
    ),
    refunds: z.array(
      z.object({
        refundId: z.string(),
        state: z.enum(REFUND_STATES),
        amountCents: cents,
        currency: z.string(),
        reason: z.string(),
        actor: z.string(),
        requestedAt: instant,
        /** The first request to the provider. */
        askedAt: z.nullable(instant),
        finishedAt: z.nullable(instant),
        providerReference: z.nullable(z.string()),
        problem: z.nullable(z.string()),
        noteNumber: z.nullable(z.string()),
      }),
    ),
    bookings: z.array(booking),
    /** Refunds that wait for a second person. */
    waiting: z.array(
      z.object({
        approvalId: z.string(),
        requester: z.string(),
        reason: z.string(),
        askedAt: instant,
        expiresAt: instant,
        amountCents: cents,
      }),
    ),
    maxCents: cents,
    /** The provider returns multiples of it only. */
    stepCents: cents,
    /** All of it or nothing. */
    isWholeOnly: z.boolean(),
    /** Why not more; null where all that was paid can be refunded. */
    limit: z.nullable(z.enum(REFUND_LIMITS)),
    /** What this operator may still refund alone. */
    aloneCents: cents,
    /** The account has the operator’s own e-mail address. */
    isOwn: z.boolean(),
  }),
  refuses: ['NOT_FOUND'],
})

const amountCents = z.optional(whole(1, 100_000_000))

export const tryRefund = adminRead({
  path: '/orders/tryRefund',
  roles: ['finance', 'care'],
  summary: 'What a refund would book at once, before the provider is asked. Changes nothing.',
  input: z.object({ outTradeNo: anOrder, amountCents }),
  output: z.object({
    amountCents: cents,
    isWhole: z.boolean(),
    bookings: z.array(booking),
    /** `alone`: at once. `second`: another person approves. `finance`: this operator may not ask for it. */
    way: z.enum(['alone', 'second', 'finance']),
  }),
  refuses: ['NOT_FOUND', 'CONFLICT', 'INVALID_INPUT'],
})

export const refund = adminChange({
  path: '/orders/refund',
  roles: ['finance', 'care'],
  audit: 'refund',
  fourEyes: 'finance',
  summary:
    'Takes back what was bought and has the provider return the money. Above the limits a second person of finance approves.',
  input: reasonedChange({ outTradeNo: anOrder, amountCents }),
  output: z.object({ ...changed.shape, refundId: z.optional(id), amountCents: z.optional(cents) }),
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT', 'INVALID_INPUT'],
})

export const evidence = adminAudited({
  path: '/orders/evidence',
  roles: ['finance'],
  audit: 'export evidence',
  stepUp: true,
  summary:
    'What answers a dispute of an order, as a document in HTML: the order, what was delivered, its use, sign-ins, messages and refunds.',
  input: z.object({ outTradeNo: anOrder, reason }),
  output: z.object({ fileName: z.string(), html: z.string() }),
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'CONFLICT'],
})

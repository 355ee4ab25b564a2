import type { ORDER_EVENTS } from '#contract/admin/orders.ts'
import type { REFUND_STATES } from '#contract/admin/orders.ts'
import type { ORDER_STATES } from '#contract/order-states.ts'
import type {
  OpenRefundState,
  PaymentKind,
  PaymentStatus,
  PaymentItem,
  PaymentPurpose,
  Terminal,
} from '#contract/payments.ts'
import { isBefore } from '#server/kit/instants.ts'
import type { Language } from '#contract/languages.ts'

/**
 * MONEY "Orders". `created`: the provider may not know it yet. `pending`: accepted by the provider. `review`: paid, but another amount or
 * currency. Delivery is recorded beside `paid`.
 */
export type OrderState = (typeof ORDER_STATES)[number]

/** `awaiting_claim`: the payer has to claim the money. `returned`: it was not claimed, or could not be credited, and is ours again. */
export type RefundState = (typeof REFUND_STATES)[number]

export const RUNNING_REFUNDS = ['requested', 'pending', 'awaiting_claim'] as const satisfies readonly RefundState[]

export type OrderEvent = (typeof ORDER_EVENTS)[number]

/** `previous`: the state before `refunding` or `disputed`. */
type Target = OrderState | 'previous'

/** Other events change nothing: late, repeated and reordered reports are harmless. */
const TRANSITIONS: Readonly<Record<OrderState, Partial<Readonly<Record<OrderEvent, Target>>>>> = {
  created: {
    accepted: 'pending',
    refused: 'failed',
    closed: 'expired',
    abandoned: 'expired',
    covered: 'paid',
    mismatched: 'review',
  },
  pending: { refused: 'failed', closed: 'expired', abandoned: 'expired', covered: 'paid', mismatched: 'review' },
  failed: { covered: 'paid', mismatched: 'review' },
  expired: { covered: 'paid', mismatched: 'review' },
  paid: { refundRequested: 'refunding', disputeOpened: 'disputed', disputeLost: 'charged_back' },
  review: {
    reviewAccepted: 'paid',
    refundRequested: 'refunding',
    disputeOpened: 'disputed',
    disputeLost: 'charged_back',
  },
  refunding: { refundedInPart: 'part_refunded', refundedWhole: 'refunded', refundFailed: 'previous' },
  part_refunded: { refundRequested: 'refunding', disputeOpened: 'disputed', disputeLost: 'charged_back' },
  refunded: { disputeLost: 'charged_back' },
  disputed: { disputeWon: 'previous', disputeLost: 'charged_back' },
  charged_back: {},
}

/** @returns undefined when the event changes nothing */
export function nextState(state: OrderState, event: OrderEvent, previous: OrderState | null): OrderState | undefined {
  const target = TRANSITIONS[state][event]
  if (target !== 'previous') return target
  return previous ?? undefined
}

export type DisputeEvent = Extract<OrderEvent, 'disputeOpened' | 'disputeWon' | 'disputeLost'>

/** The last event of each dispute by its id at the provider; null where it has none. */
export type Disputes = ReadonlyMap<string | null, DisputeEvent>

/** It is repeated, or opens a dispute whose result is known. */
export const isKnownDispute = (disputes: Disputes, id: string | null, event: DisputeEvent): boolean =>
  disputes.get(id) === event || (event === 'disputeOpened' && id !== null && disputes.has(id))

/** Whether another dispute is open. A notice without an id is of the only known dispute. */
export const isStillDisputed = (disputes: Disputes, won: string | null): boolean =>
  won !== null && [...disputes].some(([id, event]) => id !== null && id !== won && event === 'disputeOpened')

/** Only these are captured, and at most one exists per thing bought. */
export const OPEN_STATES = ['created', 'pending'] as const satisfies readonly OrderState[]
export const isOpen = (state: OrderState): boolean => OPEN_STATES.some((open) => open === state)

const STATUS: Readonly<Record<OrderState, PaymentStatus>> = {
  created: 'pending',
  pending: 'pending',
  failed: 'failed',
  expired: 'expired',
  paid: 'paid',
  review: 'pending',
  refunding: 'paid',
  part_refunded: 'paid',
  refunded: 'refunded',
  disputed: 'paid',
  charged_back: 'refunded',
}

export const statusOf = (state: OrderState): PaymentStatus => STATUS[state]

export interface Money {
  readonly amountCents: number
  readonly currency: string
}

/** Equal amount and currency; in cryptocurrency, whose amount the payer types, at least. */
export const covers = ({ kind, ...asked }: Money & { readonly kind: PaymentKind }, paid: Money): boolean =>
  asked.currency === paid.currency &&
  (kind === 'crypto' ? paid.amountCents >= asked.amountCents : paid.amountCents === asked.amountCents)

/** Minutes after creation at which an open order is queried; then every hour, and at its expiry. */
export const QUERY_MINUTES = [1, 2, 5, 15, 60] as const
/** After the provider's expiry, until which an open order is queried every hour; then daily, as a closed one. */
export const OPEN_HOURS = 24
export const CLOSED_DAYS = 30

interface Queried {
  readonly state: OrderState
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

/** MONEY "Reconciliation". @returns null when the order needs no further query */
export function nextQuery({ state, createdAt, expiresAt }: Queried, now: Temporal.Instant): Temporal.Instant | null {
  if (isOpen(state)) {
    const age = now.since(createdAt).total('minutes')
    const minutes = QUERY_MINUTES.find((one) => one > age)
    const at = minutes === undefined ? now.add({ hours: 1 }) : createdAt.add({ minutes })
    // At its expiry it is cancelled: the payer was told so.
    if (isBefore(now, expiresAt) && isBefore(expiresAt, at)) return expiresAt
    if (minutes !== undefined || isBefore(now, expiresAt.add({ hours: OPEN_HOURS }))) return at
  } else if (state !== 'failed' && state !== 'expired') return null
  const next = now.add({ hours: 24 })
  return isBefore(next, createdAt.add({ hours: CLOSED_DAYS * 24 })) ? next : null
}

/** After a payment page has expired, until its order is queried for a second payment. */
export const SECOND_HOURS = 1

/** @returns null for no more */
export function nextSecondQuery({ createdAt }: Queried, now: Temporal.Instant): Temporal.Instant | null {
  const next = now.add({ hours: SECOND_HOURS })
  return isBefore(next, createdAt.add({ hours: CLOSED_DAYS * 24 })) ? next : null
}

/** Until the first, second … query of a running refund; the last one repeats. */
const REFUND_MINUTES = [1, 5, 15, 60, 360] as const

export const nextRefundQuery = (queries: number, now: Temporal.Instant): Temporal.Instant =>
  now.add({ minutes: REFUND_MINUTES[Math.min(queries, REFUND_MINUTES.length - 1)]! })

/** Days after a refund failed here, when the provider is asked whether it carried it out. */
const LATE_DAYS = [1, 3, 7, 14, 30, 60, 90] as const
/** Notices of it are followed for so long. */
export const LATE_DAYS_MAX = 180

/** @returns null after the last one */
export function nextLateQuery(finishedAt: Instant, now: Instant): Instant | null {
  const times = LATE_DAYS.map((days) => finishedAt.add({ hours: days * 24 }))
  return times.find((at) => isBefore(now, at)) ?? null
}

export interface RefundSums {
  readonly paidCents: number
  readonly refundedCents: number
}

export const mayRefund = (amountCents: number, { paidCents, refundedCents }: RefundSums): boolean =>
  Number.isSafeInteger(amountCents) && amountCents > 0 && amountCents <= paidCents - refundedCents

/** As its payer sees it. @returns undefined once it succeeded, and for one that an operator has to repeat */
export function openRefundState(state: RefundState | null): OpenRefundState | undefined {
  if (state === 'awaiting_claim' || state === 'returned') return state
  return state === 'requested' || state === 'pending' ? 'pending' : undefined
}

/** Cents of refunds that have neither failed nor returned. */
export const sumOfRefunds = (refunds: readonly { state: RefundState; amountCents: number }[]): number =>
  refunds.reduce(
    (sum, { state, amountCents }) => (state === 'failed' || state === 'returned' ? sum : sum + amountCents),
    0,
  )

type Instant = Temporal.Instant

/** Amounts are integer cents. */
export interface Order {
  /** `outTradeNo` on the wire. */
  readonly orderId: string
  /** Shown to people: `HB-261128-4K7Q`. */
  readonly orderNumber: string
  /** Null once the account is erased. */
  readonly accountId: string | null
  readonly purpose: PaymentPurpose
  readonly purposeId: string
  readonly ordinal: number
  readonly kind: PaymentKind
  readonly sandbox: boolean
  /** The merchant account, for a kind that several gateways offer. */
  readonly gateway: string | null
  readonly state: OrderState
  readonly previousState: OrderState | null
  readonly amountCents: number
  readonly currency: string
  readonly item: PaymentItem
  readonly language: Language
  readonly terminal: Terminal
  readonly continueUrl: string
  readonly cancelUrl: string
  readonly providerReference: string | null
  readonly nextAction: StoredAction | null
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly queryDueAt: Instant | null
  readonly paymentReference: string | null
  readonly paidCents: number | null
  readonly paidCurrency: string | null
  readonly paidAt: Instant | null
  readonly deliveredAt: Instant | null
  readonly undeliverable: string | null
  readonly secondOf: string | null
  /** When its payer started another payment for the same thing: a late payment is returned. */
  readonly supersededAt: Instant | null
}

export interface StoredAction {
  readonly type: 'redirect' | 'form' | 'qr' | 'app'
  readonly url: string
  readonly qrText?: string | undefined
  readonly fields?: Readonly<Record<string, string>> | undefined
}

export type PaidOrder = Order & { readonly paidAt: Instant; readonly paidCents: number; readonly paidCurrency: string }

/**
 * One that is being delivered. What its product books and begins is of `settledAt`: a payment that was under review may have been paid
 * in a month that is closed.
 */
export type SettledOrder = PaidOrder & { readonly accountId: string; readonly settledAt: Instant }

export interface Refund {
  readonly refundId: string
  readonly orderId: string
  readonly ordinal: number
  readonly state: RefundState
  readonly amountCents: number
  readonly currency: string
  readonly reason: string
  readonly actor: string
  /** Who asked for it in the console. */
  readonly operatorId: string | null
  /** The second person. */
  readonly approvedBy: string | null
  readonly requestedAt: Instant
  readonly askedAt: Instant | null
  readonly finishedAt: Instant | null
  readonly providerReference: string | null
  readonly problem: string | null
  readonly queryDueAt: Instant | null
  readonly queries: number
  readonly noteNumber: string | null
  readonly claimUrl: string | null
  /** Of one that waits for the whole. */
  readonly claimedCents: number
  /** That asked for it. */
  readonly requestId: string | null
}

/** Octopus answers a refund on the next day. */
export const RUNNING_DAYS = 3
/** A refund that is claimed only in part never returns. */
export const UNCLAIMED_DAYS = 91

type SettledBy = Pick<Refund, 'state' | 'finishedAt' | 'problem' | 'requestedAt'>

/** In doubt, or not finished for too long: an operator may say how it ended. */
export function maySettle({ state, finishedAt, problem, requestedAt }: SettledBy, now: Instant): boolean {
  if (finishedAt !== null) return false
  const days = state === 'awaiting_claim' ? UNCLAIMED_DAYS : RUNNING_DAYS
  const isOverdue = !isBefore(now, requestedAt.add({ hours: days * 24 }))
  return isOverdue || problem !== null
}

export type Source = 'create' | 'browser' | 'callback' | 'reconciliation' | 'operator' | 'refund'

export type EvidenceEvent = OrderEvent | 'paidAgain' | 'refundedLate'

export interface Receipt {
  readonly receiptNumber: string
  readonly issuedAt: Instant
  readonly snapshot: { readonly seller: Translated; readonly item: Translated }
}

export type Translated = Readonly<Record<Language, string>>

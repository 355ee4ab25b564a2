import type { RenewingKind } from '#contract/plans.ts'
import type { MandateMode } from '../agreements/index.ts'

/** MONEY "Agreements and subscriptions". `pending`: approved, its first payment has not arrived. */
export const STATES = ['pending', 'trial', 'active', 'past_due', 'cancelling', 'ended'] as const
export type State = (typeof STATES)[number]

/** At most one of an account. */
export const LIVE_STATES = ['trial', 'active', 'past_due', 'cancelling'] as const satisfies readonly State[]
export const isLive = (state: State): boolean => LIVE_STATES.some((live) => live === state)

/** The next cycle is charged automatically. */
export const renews = (state: State): boolean => state === 'trial' || state === 'active'

/**
 * - `paid`: a charge under its agreement. `prepaid`: a month bought without one.
 * - `chargeFailed`: for good. `unpaid`: what is paid is over, and no charge has an outcome.
 * - `cancelledInTime`: while what is paid still runs. `cancelledLate`: past due, after it.
 * - `revoked`: the agreement ended at the provider. `resumed`: the cancellation undone, or another agreement.
 * - `over`: cancelled or prepaid, and what is paid is over. `givenUp`: past due for too long.
 * - `refunded`, `chargedBack`: the running cycle. `closed`: the account is being erased.
 */
export const EVENTS = [
  'trialStarted',
  'paid',
  'prepaid',
  'chargeFailed',
  'unpaid',
  'cancelledInTime',
  'cancelledLate',
  'revoked',
  'resumed',
  'over',
  'givenUp',
  'refunded',
  'chargedBack',
  'closed',
] as const
export type Event = (typeof EVENTS)[number]

/** `voidCredits`: of the running cycle. */
export const EFFECTS = ['addCycle', 'endAgreement', 'voidCredits'] as const
export type Effect = (typeof EFFECTS)[number]

export type Notice =
  | 'trialStarted'
  | 'planStarted'
  | 'renewalPaid'
  | 'renewalFailed'
  | 'planCancelled'
  | 'planResumed'
  | 'planEnded'

export interface Transition {
  /** `renewing`: trial while the last paid cycle is the free one, else active. */
  readonly to: State | 'renewing'
  readonly effects: readonly Effect[]
  readonly notice?: Notice
}

const ADD: readonly Effect[] = ['addCycle']
const END: readonly Effect[] = ['endAgreement']
const REVERSE: readonly Effect[] = ['voidCredits', 'endAgreement']

const REVERSALS = {
  refunded: { to: 'ended', effects: REVERSE, notice: 'planEnded' },
  chargedBack: { to: 'ended', effects: REVERSE, notice: 'planEnded' },
  closed: { to: 'ended', effects: END },
} as const

const RENEWING = {
  paid: { to: 'active', effects: ADD, notice: 'renewalPaid' },
  prepaid: { to: 'active', effects: ADD },
  chargeFailed: { to: 'past_due', effects: [], notice: 'renewalFailed' },
  unpaid: { to: 'past_due', effects: [] },
  cancelledInTime: { to: 'cancelling', effects: [], notice: 'planCancelled' },
  revoked: { to: 'cancelling', effects: [], notice: 'planCancelled' },
  resumed: { to: 'renewing', effects: [] },
  ...REVERSALS,
} as const

/** Events that are not listed change nothing; a payment among them is refunded. */
const TRANSITIONS: Readonly<Record<State, Partial<Readonly<Record<Event, Transition>>>>> = {
  pending: {
    trialStarted: { to: 'trial', effects: ADD, notice: 'trialStarted' },
    paid: { to: 'active', effects: ADD, notice: 'planStarted' },
    prepaid: { to: 'cancelling', effects: ADD, notice: 'planStarted' },
    chargeFailed: { to: 'ended', effects: END },
    revoked: { to: 'ended', effects: [] },
    closed: { to: 'ended', effects: END },
  },
  trial: RENEWING,
  active: RENEWING,
  past_due: {
    paid: { to: 'active', effects: ADD, notice: 'renewalPaid' },
    prepaid: { to: 'active', effects: ADD },
    chargeFailed: { to: 'past_due', effects: [], notice: 'renewalFailed' },
    cancelledInTime: { to: 'cancelling', effects: [], notice: 'planCancelled' },
    cancelledLate: { to: 'ended', effects: END, notice: 'planEnded' },
    revoked: { to: 'ended', effects: [], notice: 'planEnded' },
    resumed: { to: 'past_due', effects: [] },
    givenUp: { to: 'ended', effects: END, notice: 'planEnded' },
    ...REVERSALS,
  },
  cancelling: {
    prepaid: { to: 'cancelling', effects: ADD },
    revoked: { to: 'cancelling', effects: [] },
    resumed: { to: 'renewing', effects: [], notice: 'planResumed' },
    over: { to: 'ended', effects: END, notice: 'planEnded' },
    ...REVERSALS,
  },
  ended: {},
}

/** @returns undefined when the event changes nothing */
export const transitionOf = (state: State, event: Event): Transition | undefined => TRANSITIONS[state][event]

type Instant = Temporal.Instant

export interface AgreementLink {
  readonly agreementId: string
  readonly kind: RenewingKind
  readonly mode: MandateMode
  readonly nextChargeAt: Instant | null
}

export type ClosingStep = 'cancel' | 'cancelled' | 'undo'

export interface Subscription {
  readonly subscriptionId: string
  /** Null once the account is erased. */
  readonly accountId: string | null
  readonly planVersionId: string
  readonly nextPlanVersionId: string | null
  readonly state: State
  /** By a telecom partner's call: its cycles bring no credits. */
  readonly byPartner: boolean
  readonly agreement: AgreementLink | null
  readonly anchor: Instant
  readonly cycle: number
  readonly cycleStartsAt: Instant
  readonly cycleEndsAt: Instant
  readonly lastCycle: number
  readonly paidUntil: Instant
  readonly entitledUntil: Instant
  readonly chargeDueAt: Instant | null
  readonly chargeAttempts: number
  readonly failedAt: Instant | null
  readonly noticedCycle: number | null
  readonly closingStep: ClosingStep | null
  readonly tickDueAt: Instant | null
  readonly startedAt: Instant
  readonly endedAt: Instant | null
  readonly endReason: string | null
}

export type CycleKind = 'trial' | 'charged' | 'prepaid' | 'gift'

export interface CycleRow {
  readonly subscriptionId: string
  readonly cycle: number
  readonly kind: CycleKind
  readonly startsAt: Instant
  readonly endsAt: Instant
  readonly planVersionId: string
  readonly orderId: string | null
  readonly refundedCents: number
  readonly voidedAt: Instant | null
  readonly lotId: number | null
  readonly grantedAt: Instant | null
}

export interface GivenCycle {
  readonly kind: CycleKind
  readonly planVersionId: string
  readonly orderId: string | null
  readonly amountCents?: number
}

import type { RenewingKind } from '#contract/plans.ts'
import type { MandateMode } from '../agreements/index.ts'
import type { State } from './subscription.rules.ts'

type Instant = Temporal.Instant

/** What renews a plan. */
export interface AgreementLink {
  readonly agreementId: string
  readonly kind: RenewingKind
  readonly mode: MandateMode
  /** push: when its provider charges next, by its last word; null while that is not known. */
  readonly nextChargeAt: Instant | null
}

/** Renewals stop while the account is being closed: to be cancelled, cancelled, to be resumed. */
export type ClosingStep = 'cancel' | 'cancelled' | 'undo'

/** A plan that an account holds. */
export interface Subscription {
  readonly subscriptionId: string
  /** Null once the account is erased. */
  readonly accountId: string | null
  readonly planVersionId: string
  readonly nextPlanVersionId: string | null
  readonly state: State
  /** Of a telecom partner's customer, by their partner's call: its cycles bring no credits. */
  readonly byPartner: boolean
  /** Null for prepaid months. */
  readonly agreement: AgreementLink | null
  readonly anchor: Instant
  /** The running cycle; 0 while pending. */
  readonly cycle: number
  readonly cycleStartsAt: Instant
  readonly cycleEndsAt: Instant
  /** The last cycle that is paid for, and its end. */
  readonly lastCycle: number
  readonly paidUntil: Instant
  readonly entitledUntil: Instant
  readonly chargeDueAt: Instant | null
  /** Charges of the next cycle that have failed. */
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

/** One cycle of a subscription that was given, paid or granted. */
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

/** What a cycle is given for. */
export interface GivenCycle {
  readonly kind: CycleKind
  readonly planVersionId: string
  /** None for a free one. */
  readonly orderId: string | null
  readonly amountCents?: number
}

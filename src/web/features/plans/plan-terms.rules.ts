import type { PaymentKind } from '#contract/payments.ts'
import { CHARGE_LEAD_HOURS, type Plan, RENEWING_KINDS, type RenewingKind } from '#contract/plans.ts'
import { QUEUED_MONTHS_MAX, type Subscription } from '#contract/subscriptions.ts'
import { lastMoment } from '#web/kit/format-day.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { usualKind } from '#web/viewer/payments/offered-kinds.rules.ts'

/** Whether a kind of payment renews a plan; the others sell one prepaid month. */
export const isRenewing = (kind: string): kind is RenewingKind => RENEWING_KINDS.some((one) => one === kind)

/** What a change of the plan that one has is about: how it is paid, which it is, or that prepaid months become more. */
export interface PlanChange {
  what: 'payment' | 'plan' | 'extension'
  subscription: Subscription
}

/** What is due when, for a plan that is paid by a kind of payment. `nextCharge`, `starts`, `ends`: instants. */
export type PlanTerms =
  | { kind: 'trial'; dueToday: 0; nextCharge: string }
  | { kind: 'paid'; dueToday: number; nextCharge: string }
  /** `starts`: of a month that waits behind those that are paid. */
  | { kind: 'prepaid'; dueToday: number; starts?: string; ends: string }
  | { kind: 'change'; dueToday: 0; nextCharge: string }
  /** A renewal has failed: it is charged as soon as the new agreement holds. */
  | { kind: 'overdue'; dueToday: number; nextCharge: undefined }

/** The terms by which a plan would be subscribed to, or changed. A trial is free only with a kind that renews. */
export function planTerms(plan: Plan, payment: PaymentKind, change?: PlanChange): PlanTerms {
  if (change?.what === 'extension' && !isRenewing(payment)) {
    const { entitledUntil: starts } = change.subscription
    return { kind: 'prepaid', dueToday: plan.amount, starts, ends: plan.firstCycleEndsAt }
  }
  if (change) {
    const { state } = change.subscription
    if (state === 'past_due') return { kind: 'overdue', dueToday: plan.amount, nextCharge: undefined }
    return { kind: 'change', dueToday: 0, nextCharge: plan.firstChargeAt }
  }
  if (!isRenewing(payment)) return { kind: 'prepaid', dueToday: plan.amount, ends: plan.firstCycleEndsAt }
  if (plan.trialMonths > 0) return { kind: 'trial', dueToday: 0, nextCharge: plan.firstChargeAt }
  return { kind: 'paid', dueToday: plan.amount, nextCharge: renewalOf(plan) }
}

/** When the first renewal of a month that is paid at once is charged. */
const renewalOf = ({ firstCycleEndsAt }: Plan): string =>
  new Date(Date.parse(firstCycleEndsAt) - CHARGE_LEAD_HOURS * 3_600_000).toISOString()

/**
 * The kinds of payment to choose from. A change needs one that renews, and for the same plan another one than it has; a plan that is not
 * renewed, or could not be, may take the same again. Prepaid months are also extended by another one, up to a limit.
 */
export function offeredKinds({ providers, planId }: Plan, change?: PlanChange): PaymentKind[] {
  if (!change) return providers
  const { state, provider, planId: current, queuedMonths } = change.subscription
  if (change.what === 'extension' && queuedMonths < QUEUED_MONTHS_MAX) return providers
  const isRunning = state === 'trial' || state === 'active'
  return providers.filter((kind) => isRenewing(kind) && !(isRunning && planId === current && kind === provider))
}

/** A plan that was cancelled and still runs: it is taken up again. */
export const isCancelled = (change: PlanChange | undefined): boolean =>
  change?.what === 'payment' && change.subscription.state === 'cancelling'

/** Chosen at first: the kind of a cancelled plan, else one that renews, which has the free month, before one that is prepaid. */
export function usualPlanKind(kinds: readonly PaymentKind[], change?: PlanChange): PaymentKind | undefined {
  const held = isCancelled(change) && kinds.find((kind) => kind === change?.subscription.provider)
  if (held) return held
  const renewing = kinds.filter(isRenewing)
  return usualKind(renewing.length > 0 ? renewing : kinds)
}

/** How a subscription would become that plan; undefined without one to be changed. */
export function changeTo(planId: string, subscription: Subscription | null | undefined): PlanChange | undefined {
  if (!isLive(subscription)) return undefined
  if (planId !== subscription.planId) return { what: 'plan', subscription }
  return { what: subscription.provider ? 'payment' : 'extension', subscription }
}

/**
 * When a plan ends that is cancelled now: with what is paid, queued months and a renewal paid ahead included. Undefined: at once, because
 * nothing is paid any more; `entitledUntil` then counts the days of grace.
 */
export function endIfCancelled(
  { state, cycleEndsAt, entitledUntil }: Pick<Subscription, 'state' | 'cycleEndsAt' | 'entitledUntil'>,
  now = serverNow(),
): string | undefined {
  if (state !== 'past_due') return entitledUntil
  return Date.parse(cycleEndsAt) > now ? cycleEndsAt : undefined
}

/** Until when a plan that is cancelled now can surely be taken up again: it ends, or its provider's own date passes. */
export const undoableUntil = (endsAt: string, { state, nextChargeAt }: Subscription): string =>
  state !== 'past_due' && nextChargeAt && Date.parse(nextChargeAt) < Date.parse(endsAt)
    ? nextChargeAt
    : lastMoment(endsAt)

/** Whether there is a plan that can be changed. */
export const isLive = (subscription: Subscription | null | undefined): subscription is Subscription =>
  subscription !== null && subscription !== undefined && subscription.state !== 'ended'

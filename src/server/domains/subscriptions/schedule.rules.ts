import type { Agreement } from '../agreements/index.ts'
import { chargeDueAt } from '../plans/index.ts'
import { givenUpAt, graceEnd, nextRetry, noticeDueAt, TIME_ZONE } from './cycles.rules.ts'
import { type Event, isLive, renews, type AgreementLink, type Subscription } from './subscription.rules.ts'

type Instant = Temporal.Instant

/** What the dates of a subscription are computed from. */
export type Scheduled = Pick<
  Subscription,
  | 'state'
  | 'agreement'
  | 'cycle'
  | 'cycleEndsAt'
  | 'lastCycle'
  | 'paidUntil'
  | 'chargeDueAt'
  | 'chargeAttempts'
  | 'noticedCycle'
  | 'closingStep'
>

/** Until when the titles of a subscription that has not ended play. */
export const entitledUntil = ({ state, paidUntil }: Pick<Scheduled, 'state' | 'paidUntil'>): Instant =>
  state === 'past_due' ? graceEnd(paidUntil) : paidUntil

/**
 * When the next charge is made at the earliest, by us or by the provider. A schedule begins so that its provider charges when we would;
 * where it does so at another time, it has said so.
 * @returns undefined when nothing will be charged by itself
 */
export function nextChargeAt({ state, agreement, paidUntil, chargeDueAt: due }: Scheduled): Instant | undefined {
  if (!agreement || !(renews(state) || state === 'past_due')) return undefined
  if (state === 'past_due') return due ?? undefined
  return agreement.nextChargeAt ?? chargeDueAt(paidUntil)
}

/**
 * Whether a schedule that is resumed now still renews the plan: what fell due while it was suspended is not charged, and the next date
 * may lie too late.
 */
export function canResume({ agreement, paidUntil }: Pick<Scheduled, 'agreement' | 'paidUntil'>, now: Instant): boolean {
  if (!agreement) return false
  if (agreement.mode === 'pull') return true
  const date = (agreement.nextChargeAt ?? chargeDueAt(paidUntil)).toZonedDateTimeISO(TIME_ZONE)
  let months = 0
  while (isPast(date.add({ months }).toInstant(), now)) months += 1
  return isPast(date.add({ months }).toInstant(), graceEnd(paidUntil))
}

/** Whether a cancellation can be taken back. */
export const canUndo = (live: Subscription, agreement: Agreement | undefined, now: Instant): boolean =>
  live.state === 'cancelling' &&
  live.closingStep === null &&
  canResume(live, now) &&
  agreement !== undefined &&
  agreement.endingRequestedAt === null &&
  (agreement.state === 'ending' || agreement.state === 'active')

/** Whether a member can cancel. */
export const canCancel = ({ state, agreement }: Subscription): boolean =>
  agreement !== null && (renews(state) || state === 'past_due')

/** When the payer is told of the next charge. @returns undefined when they were, or nothing will be charged */
export function noticeAt(subscription: Scheduled): Instant | undefined {
  if (!renews(subscription.state) || subscription.noticedCycle === subscription.lastCycle + 1) return undefined
  const chargeAt = nextChargeAt(subscription)
  return chargeAt && noticeDueAt(chargeAt)
}

type Charging = Pick<Subscription, 'agreement' | 'chargeDueAt' | 'chargeAttempts' | 'failedAt'>

/** When we charge next, after an event has moved the subscription to its state. */
export function chargeAfter(subscription: Subscription, event: Event, at: Instant): Charging {
  const { state, paidUntil, chargeDueAt: due, chargeAttempts, failedAt } = subscription
  const agreement =
    event === 'paid' || event === 'resumed' ? withoutPast(subscription.agreement, at) : subscription.agreement
  const isPull = agreement?.mode === 'pull'
  if (renews(state))
    return { agreement, chargeDueAt: isPull ? chargeDueAt(paidUntil) : null, chargeAttempts: 0, failedAt: null }
  if (state !== 'past_due') return { agreement, chargeDueAt: null, chargeAttempts, failedAt: null }
  // Another payment method is charged at once.
  if (event === 'resumed') return { agreement, chargeDueAt: isPull ? at : null, chargeAttempts: 0, failedAt }
  // A charge without an outcome is requested again.
  if (event === 'unpaid') return { agreement, chargeDueAt: due, chargeAttempts, failedAt: at }
  const retryAt = isPull ? nextRetry(paidUntil, at) : undefined
  return { agreement, chargeDueAt: retryAt ?? null, chargeAttempts: chargeAttempts + 1, failedAt: failedAt ?? at }
}

/** The date of a charge that was made, or fell due while it was suspended, is not that of the next one. */
const withoutPast = (agreement: AgreementLink | null, at: Instant): AgreementLink | null =>
  agreement && isPast(agreement.nextChargeAt, at) ? { ...agreement, nextChargeAt: null } : agreement

/** When there is something to do by the clock. @returns null when there is nothing until something else happens */
export function tickDueAt(subscription: Scheduled, now: Instant): Instant | null {
  const { closingStep, chargeDueAt: charge } = subscription
  const isClosing = closingStep === 'cancel' || closingStep === 'undo'
  return earliest([isClosing ? now : undefined, charge, noticeAt(subscription), boundaryAt(subscription)])
}

/** When the running cycle gives way to the next one, or the plan ends. */
function boundaryAt(subscription: Scheduled): Instant | undefined {
  const { state, cycle, cycleEndsAt, lastCycle } = subscription
  if (state === 'pending') return unpaidEnd(subscription)
  if (!isLive(state)) return undefined
  return cycle < lastCycle || state !== 'past_due' ? cycleEndsAt : unpaidEnd(subscription)
}

/** When a plan is given up without a payment. One that we were late to charge is charged first, within the days of a provider. */
export function unpaidEnd(subscription: Scheduled): Instant {
  const { state, agreement, paidUntil, chargeDueAt: due, chargeAttempts } = subscription
  const isUntried = state === 'past_due' && due !== null && chargeAttempts === 0
  return givenUpAt(paidUntil, isUntried ? 'push' : (agreement?.mode ?? 'pull'))
}

function earliest(instants: readonly (Instant | null | undefined)[]): Instant | null {
  const known = instants.filter((one) => one !== null && one !== undefined)
  return known.toSorted(Temporal.Instant.compare)[0] ?? null
}

/** Whether an instant has come. */
export const isPast = (at: Instant | null | undefined, now: Instant): boolean =>
  at !== null && at !== undefined && Temporal.Instant.compare(at, now) <= 0

/** The version of the plan that the next cycle brings. */
export const nextPlanOf = ({
  planVersionId,
  nextPlanVersionId,
}: Pick<Subscription, 'planVersionId' | 'nextPlanVersionId'>): string => nextPlanVersionId ?? planVersionId

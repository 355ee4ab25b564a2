import type { Agreement } from '../agreements/index.ts'
import { chargeDueAt } from '../plans/index.ts'
import { givenUpAt, graceEnd, nextRetry, noticeDueAt } from './cycles.rules.ts'
import { type Event, isLive, renews, type AgreementLink, type Subscription } from './subscription.rules.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

type Instant = Temporal.Instant

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

export const entitledUntil = ({ state, paidUntil }: Pick<Scheduled, 'state' | 'paidUntil'>): Instant =>
  state === 'past_due' ? graceEnd(paidUntil) : paidUntil

/**
 * The earliest charge, by us or by the provider, which reports it where its schedule differs from ours.
 * @returns undefined when nothing will be charged
 */
export function nextChargeAt({ state, agreement, paidUntil, chargeDueAt: due }: Scheduled): Instant | undefined {
  if (!agreement || !(renews(state) || state === 'past_due')) return undefined
  if (state === 'past_due') return due ?? undefined
  return agreement.nextChargeAt ?? chargeDueAt(paidUntil)
}

/** Whether a schedule that is resumed now still renews the plan: charges that fell due while it was suspended are lost. */
export function canResume({ agreement, paidUntil }: Pick<Scheduled, 'agreement' | 'paidUntil'>, now: Instant): boolean {
  if (!agreement) return false
  if (agreement.mode === 'pull') return true
  const date = (agreement.nextChargeAt ?? chargeDueAt(paidUntil)).toZonedDateTimeISO(HONG_KONG)
  let months = 0
  while (isPast(date.add({ months }).toInstant(), now)) months += 1
  return isPast(date.add({ months }).toInstant(), graceEnd(paidUntil))
}

export const canUndo = (live: Subscription, agreement: Agreement | undefined, now: Instant): boolean =>
  live.state === 'cancelling' &&
  live.closingStep === null &&
  canResume(live, now) &&
  agreement !== undefined &&
  agreement.endingRequestedAt === null &&
  (agreement.state === 'ending' || agreement.state === 'active')

export const canCancel = ({ state, agreement }: Subscription): boolean =>
  agreement !== null && (renews(state) || state === 'past_due')

/** @returns undefined when it was sent, or nothing will be charged */
export function noticeAt(subscription: Scheduled): Instant | undefined {
  if (!renews(subscription.state) || subscription.noticedCycle === subscription.lastCycle + 1) return undefined
  const chargeAt = nextChargeAt(subscription)
  return chargeAt && noticeDueAt(chargeAt)
}

type Charging = Pick<Subscription, 'agreement' | 'chargeDueAt' | 'chargeAttempts' | 'failedAt'>

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

/** A date that has passed is not that of the next charge. */
const withoutPast = (agreement: AgreementLink | null, at: Instant): AgreementLink | null =>
  agreement && isPast(agreement.nextChargeAt, at) ? { ...agreement, nextChargeAt: null } : agreement

/** @returns null when there is nothing until another event */
export function tickDueAt(subscription: Scheduled, now: Instant): Instant | null {
  const { closingStep, chargeDueAt: charge } = subscription
  const isClosing = closingStep === 'cancel' || closingStep === 'undo'
  return earliest([isClosing ? now : undefined, charge, noticeAt(subscription), boundaryAt(subscription)])
}

function boundaryAt(subscription: Scheduled): Instant | undefined {
  const { state, cycle, cycleEndsAt, lastCycle } = subscription
  if (state === 'pending') return unpaidEnd(subscription)
  if (!isLive(state)) return undefined
  return cycle < lastCycle || state !== 'past_due' ? cycleEndsAt : unpaidEnd(subscription)
}

/** A plan that we were late to charge is charged first, within the days of a provider. */
export function unpaidEnd(subscription: Scheduled): Instant {
  const { state, agreement, paidUntil, chargeDueAt: due, chargeAttempts } = subscription
  const isUntried = state === 'past_due' && due !== null && chargeAttempts === 0
  return givenUpAt(paidUntil, isUntried ? 'push' : (agreement?.mode ?? 'pull'))
}

function earliest(instants: readonly (Instant | null | undefined)[]): Instant | null {
  const known = instants.filter((one) => one !== null && one !== undefined)
  return known.toSorted(Temporal.Instant.compare)[0] ?? null
}

export const isPast = (at: Instant | null | undefined, now: Instant): boolean =>
  at !== null && at !== undefined && Temporal.Instant.compare(at, now) <= 0

export const nextPlanOf = ({
  planVersionId,
  nextPlanVersionId,
}: Pick<Subscription, 'planVersionId' | 'nextPlanVersionId'>): string => nextPlanVersionId ?? planVersionId

import { LANGUAGES, type Language } from '#contract/languages.ts'
import { PLAN_VERSION_STATES } from '#contract/admin/monthly-plans.ts'
import { CHARGE_LEAD_HOURS, type Offer, type PlanRefusal } from '#contract/plans.ts'
import type { SubscriberFacts } from './ports.ts'
import { HONG_KONG, hongKongDay } from '#server/kit/instants.ts'

/** At 00:00 in Hong Kong after the anniversary day. The 31st falls back to a short month's last day, and returns. */
export function cycleEnd(anchor: Temporal.Instant, cycles: number): Temporal.Instant {
  const first = hongKongDay(anchor)
  return first.add({ months: cycles }).add({ days: 1 }).toZonedDateTime(HONG_KONG).toInstant()
}

export const chargeDueAt = (paidUntil: Temporal.Instant): Temporal.Instant =>
  paidUntil.subtract({ hours: CHARGE_LEAD_HOURS })

export function nextCycleEnd(anchor: Temporal.Instant, after: Temporal.Instant): Temporal.Instant {
  const from = hongKongDay(anchor)
  const day = hongKongDay(after)
  for (let cycles = Math.max(0, from.until(day, { largestUnit: 'months' }).months - 1); ; cycles++) {
    const end = cycleEnd(anchor, cycles)
    if (cycles > 0 && Temporal.Instant.compare(end, after) > 0) return end
  }
}

export interface PlanReader extends SubscriberFacts {
  readonly isTelecomPartner: boolean
  /** A kind of payment that renews automatically is configured: without one, there is no free month. */
  readonly canRenew: boolean
  readonly isClosing: boolean
}

export const NEW_MEMBER: PlanReader = {
  hadPlan: false,
  current: null,
  isTelecomPartner: false,
  canRenew: true,
  isClosing: false,
}

export interface SubscriptionTerms {
  readonly trialMonths: number
  readonly credits: number
  readonly firstChargeAt: Temporal.Instant
  readonly firstCycleEndsAt: Temporal.Instant
  readonly isChargedLater: boolean
  readonly eligible: boolean
  readonly reason?: PlanRefusal
}

export function termsFor(reader: PlanReader, plan: PlanVersion, now: Temporal.Instant): SubscriptionTerms {
  const { current } = reader
  const reason = refusalOf(reader, plan)
  const credits = reader.isTelecomPartner ? 0 : plan.creditsPerCycle
  const eligibility = reason === undefined ? { eligible: true } : { eligible: false, reason }
  if (current) {
    const paidUntil = current.state === 'past_due' ? now : current.paidUntil
    const isPaid = Temporal.Instant.compare(paidUntil, now) > 0
    return {
      trialMonths: 0,
      credits,
      firstChargeAt: isPaid ? laterOf(chargeDueAt(paidUntil), now) : now,
      firstCycleEndsAt: nextCycleEnd(current.anchor, current.paidUntil),
      isChargedLater: isPaid,
      ...eligibility,
    }
  }
  const hasTrial = reader.canRenew && !reader.hadPlan && !reader.isTelecomPartner
  const trialMonths = hasTrial ? plan.trialMonths : 0
  const firstCycleEndsAt = cycleEnd(now, 1)
  return {
    trialMonths,
    credits,
    firstChargeAt: trialMonths > 0 ? chargeDueAt(firstCycleEndsAt) : now,
    firstCycleEndsAt,
    isChargedLater: trialMonths > 0,
    ...eligibility,
  }
}

/** A plan that renews is not bought twice. Telecom partners' members have none; they can give one away. */
function refusalOf(
  { isClosing, isTelecomPartner, current }: PlanReader,
  { planId, offer }: PlanVersion,
): PlanRefusal | undefined {
  if (isClosing) return 'CLOSING'
  if (isTelecomPartner && offer !== 'gift') return 'TELECOM_PARTNER'
  const renews = current?.state === 'trial' || current?.state === 'active'
  return renews && current.planId === planId ? 'HAS_PLAN' : undefined
}

export interface PlanButton {
  readonly action: 'manage' | 'subscribe'
  readonly visible: boolean
}

/** The button that leads to the plans: not for an account that has a plan (SPEC 6), or can have none. */
export const buttonFor = ({ current, isTelecomPartner }: PlanReader): PlanButton => ({
  action: current ? 'manage' : 'subscribe',
  visible: !current && !isTelecomPartner,
})

const laterOf = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(one, other) < 0 ? other : one

export function changesOf(before: PlanTerms, after: PlanTerms): (keyof PlanTerms)[] {
  const texts = (['name', 'description'] as const).filter((term) =>
    LANGUAGES.some((language) => before[term][language] !== after[term][language]),
  )
  const values = (['amountCents', 'currency', 'trialMonths', 'creditsPerCycle'] as const).filter(
    (term) => before[term] !== after[term],
  )
  return [...texts, ...values]
}

export type Translated = Readonly<Record<Language, string>>

export interface PlanTerms {
  readonly name: Translated
  readonly description: Translated
  readonly amountCents: number
  readonly currency: string
  readonly trialMonths: 0 | 1
  readonly creditsPerCycle: number
}

/** It never changes: who has agreed to it keeps its price. */
export interface PlanVersion extends PlanTerms {
  readonly planVersionId: string
  readonly planId: string
  readonly offer: Offer
  readonly version: number
  readonly publishedAt: Temporal.Instant
  readonly publishedBy: string
  readonly startsAt: Temporal.Instant
  /** Of a promotion: then the version before it is on sale again. */
  readonly endsAt: Temporal.Instant | null
  readonly withdrawnAt: Temporal.Instant | null
}

/** `onSale`: of a plan with a promotion, the promotion alone. `paused`: the promotion is on sale instead of it. */
export type VersionState = (typeof PLAN_VERSION_STATES)[number]

interface VersionsOnSale {
  /** Ids of versions. */
  readonly onSale: ReadonlySet<string>
  /** Without promotions. */
  readonly regular: ReadonlySet<string>
  readonly now: Temporal.Instant
}

export function versionState(
  { planVersionId, startsAt, withdrawnAt }: PlanVersion,
  { onSale, regular, now }: VersionsOnSale,
): VersionState {
  if (onSale.has(planVersionId)) return 'onSale'
  if (regular.has(planVersionId)) return 'paused'
  if (withdrawnAt) return 'withdrawn'
  return Temporal.Instant.compare(startsAt, now) > 0 ? 'planned' : 'past'
}

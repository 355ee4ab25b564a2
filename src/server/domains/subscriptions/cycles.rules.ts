import { RETRY_DAYS } from '#contract/subscriptions.ts'
import { cycleEnd } from '../plans/index.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

type Instant = Temporal.Instant

export const NOTICE_LEAD = { hours: 72 } as const
/** In Hong Kong, when payers can put money into their accounts. */
export const RETRY_HOUR = 10
const UNHEARD_DAYS = 15

export interface Cycle {
  readonly startsAt: Instant
  /** Exclusive: 00:00 in Hong Kong, after the anniversary day. */
  readonly endsAt: Instant
}

/** From 1. Computed from the anchor alone, so that its day returns after a short month. */
export const cycleOf = (anchor: Instant, n: number): Cycle => ({
  startsAt: n === 1 ? anchor : cycleEnd(anchor, n - 1),
  endsAt: cycleEnd(anchor, n),
})

export const noticeDueAt = (chargeAt: Instant): Instant => chargeAt.subtract(NOTICE_LEAD)

/** @returns undefined when there is none */
export function nextRetry(paidUntil: Instant, failedAt: Instant): Instant | undefined {
  const lastDay = paidUntil.toZonedDateTimeISO(HONG_KONG)
  return RETRY_DAYS.map((day) => lastDay.add({ days: day - 1, hours: RETRY_HOUR }).toInstant()).find(
    (at) => Temporal.Instant.compare(at, failedAt) > 0,
  )
}

export const graceEnd = (paidUntil: Instant): Instant => addDays(paidUntil, RETRY_DAYS.at(-1)!)

/** `push`: for a provider that never reports it. */
export const givenUpAt = (paidUntil: Instant, mode: 'pull' | 'push'): Instant =>
  mode === 'pull' ? graceEnd(paidUntil) : addDays(paidUntil, UNHEARD_DAYS)

const addDays = (at: Instant, days: number): Instant => at.toZonedDateTimeISO(HONG_KONG).add({ days }).toInstant()

/** A cycle of a pull agreement; undefined for a charge of a push provider. */
export function subjectOf(purposeId: string): { agreementId: string; cycle: number | undefined } {
  const [agreementId = '', subject = ''] = purposeId.split('.')
  return { agreementId, cycle: subject.startsWith('c') ? Number(subject.slice(1)) : undefined }
}

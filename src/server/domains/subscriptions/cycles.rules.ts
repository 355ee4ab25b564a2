import { RETRY_DAYS } from '#contract/subscriptions.ts'
import { cycleEnd } from '../plans/index.ts'

type Instant = Temporal.Instant

/** Where people read a calendar day. */
export const TIME_ZONE = 'Asia/Hong_Kong'

/** The payer is told this long before a charge. */
export const NOTICE_LEAD = { hours: 72 } as const
/** The hour of a day of a retry in Hong Kong, when payers can put money into their accounts. */
export const RETRY_HOUR = 10
/** A plan whose provider charges is given up after this many days without a payment or a word from it. */
const UNHEARD_DAYS = 15

export interface Cycle {
  readonly startsAt: Instant
  /** Not included: 00:00 in Hong Kong, after the anniversary day. */
  readonly endsAt: Instant
}

/**
 * The n-th cycle since the anchor, from 1. Each is computed from the anchor alone, so that the anchor's day returns after a short
 * month. The first one begins with the anchor itself.
 */
export const cycleOf = (anchor: Instant, n: number): Cycle => ({
  startsAt: n === 1 ? anchor : cycleEnd(anchor, n - 1),
  endsAt: cycleEnd(anchor, n),
})

/** When the payer is told of the charge at `chargeAt`. */
export const noticeDueAt = (chargeAt: Instant): Instant => chargeAt.subtract(NOTICE_LEAD)

/** The next try after a charge has failed for good. @returns undefined when there is none */
export function nextRetry(paidUntil: Instant, failedAt: Instant): Instant | undefined {
  const lastDay = paidUntil.toZonedDateTimeISO(TIME_ZONE)
  return RETRY_DAYS.map((day) => lastDay.add({ days: day - 1, hours: RETRY_HOUR }).toInstant()).find(
    (at) => Temporal.Instant.compare(at, failedAt) > 0,
  )
}

/** The end of day 5: until then the titles of a plan that is past due play. */
export const graceEnd = (paidUntil: Instant): Instant => addDays(paidUntil, RETRY_DAYS.at(-1)!)

/** When a plan that is past due ends without a payment. With `push` its provider says so; this is for one that never does. */
export const givenUpAt = (paidUntil: Instant, mode: 'pull' | 'push'): Instant =>
  mode === 'pull' ? graceEnd(paidUntil) : addDays(paidUntil, UNHEARD_DAYS)

const addDays = (at: Instant, days: number): Instant => at.toZonedDateTimeISO(TIME_ZONE).add({ days }).toInstant()

/** What a renewal pays: a cycle of an agreement that we charge, or a sale of one that its provider charges. */
export function subjectOf(purposeId: string): { agreementId: string; cycle: number | undefined } {
  const [agreementId = '', subject = ''] = purposeId.split('.')
  return { agreementId, cycle: subject.startsWith('c') ? Number(subject.slice(1)) : undefined }
}

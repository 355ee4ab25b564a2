import { HONG_KONG } from '#server/kit/instants.ts'

/** Delay of a provider's listing (PayPal: three hours). */
const LISTED_HOURS = 6
const DAYS_MAX = 30
/** Listed again: what was pending then counts under its own date. */
const BEFORE_HOURS = 72

export interface Period {
  readonly from: Temporal.Instant
  readonly until: Temporal.Instant
}

/** Days in Hong Kong that are over and not listed yet. `until`: listed so far; at first, yesterday is due. */
export function dueDays(until: Temporal.Instant | undefined, now: Temporal.Instant): Period | undefined {
  const today = now.subtract({ hours: LISTED_HOURS }).toZonedDateTimeISO(HONG_KONG).startOfDay()
  const listed = until?.toZonedDateTimeISO(HONG_KONG) ?? today.subtract({ days: 1 })
  const missed = Math.min(today.since(listed, { largestUnit: 'days' }).days, DAYS_MAX)
  return missed > 0 ? { from: today.subtract({ days: missed }).toInstant(), until: today.toInstant() } : undefined
}

export const periodToList = ({ from, until }: Period): Period => ({
  from: from.subtract({ hours: BEFORE_HOURS }),
  until,
})

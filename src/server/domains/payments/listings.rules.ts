/** A provider lists what moved within this time (PayPal: three hours). */
const LISTED_HOURS = 6
/** Days without a listing, when the service was down, that are read again. */
const DAYS_MAX = 30
/** Each listing also reads the days before: what was pending then counts under its own date. */
const BEFORE_HOURS = 72

const ZONE = 'Asia/Hong_Kong'

export interface Period {
  readonly from: Temporal.Instant
  readonly until: Temporal.Instant
}

/** The days in Hong Kong that are over and not listed yet. `until`: what has been listed; at first, yesterday is due. */
export function dueDays(until: Temporal.Instant | undefined, now: Temporal.Instant): Period | undefined {
  const today = now.subtract({ hours: LISTED_HOURS }).toZonedDateTimeISO(ZONE).startOfDay()
  const listed = until?.toZonedDateTimeISO(ZONE) ?? today.subtract({ days: 1 })
  const missed = Math.min(today.since(listed, { largestUnit: 'days' }).days, DAYS_MAX)
  return missed > 0 ? { from: today.subtract({ days: missed }).toInstant(), until: today.toInstant() } : undefined
}

/** What is asked for, for such days. */
export const periodToList = ({ from, until }: Period): Period => ({
  from: from.subtract({ hours: BEFORE_HOURS }),
  until,
})

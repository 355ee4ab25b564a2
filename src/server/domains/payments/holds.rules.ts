/** Until the end of a payment is known, whoever waits for what it holds tries again this often. */
const EARLIEST = { minutes: 1 } as const
/** An order that its provider has not answered yet holds for hours, and for much less once it is answered. */
const LATEST = { minutes: 30 } as const

/**
 * When to try again for units or seats that a payment holds: when it is over, or soon where that is past and its provider has not
 * said how it ended.
 * @param until when the payment expires
 */
export function retryAfterHold(until: Temporal.Instant, now: Temporal.Instant): Temporal.Instant {
  const [earliest, latest] = [now.add(EARLIEST), now.add(LATEST)]
  if (Temporal.Instant.compare(until, earliest) < 0) return earliest
  return Temporal.Instant.compare(until, latest) > 0 ? latest : until
}

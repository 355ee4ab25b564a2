const EARLIEST = { minutes: 1 } as const
/** An order that its provider has not answered yet holds for hours, but far shorter once answered. */
const LATEST = { minutes: 30 } as const

/**
 * When to try again for units or seats that a payment holds.
 * @param until when the payment expires; its provider may say later how it ended
 */
export function retryAfterHold(until: Temporal.Instant, now: Temporal.Instant): Temporal.Instant {
  const [earliest, latest] = [now.add(EARLIEST), now.add(LATEST)]
  if (Temporal.Instant.compare(until, earliest) < 0) return earliest
  return Temporal.Instant.compare(until, latest) > 0 ? latest : until
}

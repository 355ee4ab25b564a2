/** Seconds until the second, third … attempt at processing an event. After the last one an operator has to look. */
export const RETRY_SECONDS = [10, 60, 300, 1_800, 2 * 3_600, 6 * 3_600, 24 * 3_600] as const

/** A node that took an event and did not finish it in this time is considered dead. */
export const LEASE_SECONDS = 120

/** Bodies hold personal data: they are erased this long after processing (MONEY.md, "Orders"). */
export const BODY_DAYS = 30

/** What becomes of an event after an attempt that failed. */
export type Next = { state: 'waiting'; dueAt: Temporal.Instant } | { state: 'failed' }

/** `attempts` counts the one that failed. */
export function afterFailure(attempts: number, now: Temporal.Instant): Next {
  const seconds = RETRY_SECONDS[attempts - 1]
  return seconds === undefined ? { state: 'failed' } : { state: 'waiting', dueAt: now.add({ seconds }) }
}

/** Seconds until the second, third … processing attempt. After the last one the event has failed, for an operator to inspect. */
export const RETRY_SECONDS = [10, 60, 300, 1_800, 2 * 3_600, 6 * 3_600, 24 * 3_600] as const

/** A node that leased an event and does not finish within this time is considered dead. */
export const LEASE_SECONDS = 120

/** Time limit of one event, well within the lease: one that hangs must not hold up the others. */
export const PROCESS_MS = 30_000

/** Bodies hold personal data: they are erased this long after processing (MONEY.md, "Orders"). */
export const BODY_DAYS = 30

/** The state of an event after a failed attempt. */
export type NextState = { state: 'waiting'; dueAt: Temporal.Instant } | { state: 'failed' }

/** `attempts` includes the failed one. */
export function afterFailure(attempts: number, now: Temporal.Instant): NextState {
  const seconds = RETRY_SECONDS[attempts - 1]
  return seconds === undefined ? { state: 'failed' } : { state: 'waiting', dueAt: now.add({ seconds }) }
}

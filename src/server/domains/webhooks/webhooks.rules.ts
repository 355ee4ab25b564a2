/** Until the second, third … attempt. After the last one the event has failed, for an operator. */
export const RETRY_SECONDS = [10, 60, 300, 1_800, 2 * 3_600, 6 * 3_600, 24 * 3_600] as const

export const LEASE_SECONDS = 120

/** The time limit of one event, well within the lease: one that hangs must not hold up the others. */
export const PROCESS_MS = 30_000

/** After processing: bodies hold personal data (MONEY.md, "Orders"). */
export const BODY_DAYS = 30

export type NextState = { state: 'waiting'; dueAt: Temporal.Instant } | { state: 'failed' }

/** `attempts` includes the failed one. */
export function afterFailure(attempts: number, now: Temporal.Instant): NextState {
  const seconds = RETRY_SECONDS[attempts - 1]
  return seconds === undefined ? { state: 'failed' } : { state: 'waiting', dueAt: now.add({ seconds }) }
}

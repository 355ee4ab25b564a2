import { SendError } from './ports.ts'
import type { OutboxState } from './messages-model.ts'

/** Seconds before the second, third … try. After the last the message is given up. */
export const RETRY_SECONDS = [5, 30, 120, 600, 3_600, 3 * 3_600] as const

/** A node that has taken a message and says nothing for so long is taken for dead. */
export const SENDING_SECONDS = 300

/** What becomes of a message after a try that failed. */
export type Next =
  | { state: 'waiting'; dueAt: Temporal.Instant }
  | { state: Extract<OutboxState, 'refused' | 'expired' | 'unknown'> }

export type FailedTry = {
  /** Tries so far, this one counted. */
  attempts: number
  error: unknown
  now: Temporal.Instant
  expiresAt: Temporal.Instant | undefined
}

/**
 * A message leaves at most once: only a try of which it is certain that nothing left is made again, later and later, until
 * nobody needs the message any more.
 */
export function afterFailure({ attempts, error, now, expiresAt }: FailedTry): Next {
  const failure = error instanceof SendError ? error.failure : 'unknown'
  if (failure !== 'busy') return { state: failure }
  const seconds = RETRY_SECONDS[attempts - 1]
  if (seconds === undefined) return { state: 'refused' }
  const dueAt = now.add({ seconds })
  const isTooLate = expiresAt !== undefined && Temporal.Instant.compare(dueAt, expiresAt) >= 0
  return isTooLate ? { state: 'expired' } : { state: 'waiting', dueAt }
}

/** What the row may say about a failure: the adapter's own words, never a body that could hold a secret. */
export function problemOf(error: unknown): string {
  if (error instanceof SendError) return error.message.slice(0, 300)
  return error instanceof Error ? error.name : 'unknown'
}

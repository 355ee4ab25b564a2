import { SendError } from './ports.ts'
import type { OutboxState } from './messages-model.ts'

/** Seconds before the second, third … attempt. After the last the message is given up. */
export const RETRY_SECONDS = [5, 30, 120, 600, 3_600, 3 * 3_600] as const

/** A node that claimed a message and does not finish within this time is considered dead. */
export const SENDING_SECONDS = 300

/** The state of a message after a failed attempt. */
export type NextState =
  | { state: 'waiting'; dueAt: Temporal.Instant }
  | { state: Extract<OutboxState, 'refused' | 'expired' | 'unknown'> }

export type FailedAttempt = {
  /** Attempts so far, including this one. */
  attempts: number
  error: unknown
  now: Temporal.Instant
  expiresAt: Temporal.Instant | undefined
}

/**
 * A message is sent at most once. An attempt is repeated, with increasing delays until the expiry, only if the provider certainly did
 * not accept the message.
 */
export function afterFailure({ attempts, error, now, expiresAt }: FailedAttempt): NextState {
  const failure = error instanceof SendError ? error.failure : 'unknown'
  if (failure !== 'busy') return { state: failure }
  const seconds = RETRY_SECONDS[attempts - 1]
  if (seconds === undefined) return { state: 'refused' }
  const dueAt = now.add({ seconds })
  const isTooLate = expiresAt !== undefined && Temporal.Instant.compare(dueAt, expiresAt) >= 0
  return isTooLate ? { state: 'expired' } : { state: 'waiting', dueAt }
}

/** The stored description of a failure: the adapter's message, never a body that may hold a secret. */
export function problemOf(error: unknown): string {
  if (error instanceof SendError) return error.message.slice(0, 300)
  return error instanceof Error ? error.name : 'unknown'
}

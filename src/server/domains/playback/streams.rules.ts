import { STREAM_LAPSE_SECONDS, STREAM_OPEN_SECONDS } from '#contract/running-streams.ts'
import type { AccountFacts } from '#server/domains/access/index.ts'

/** How many streams an account may play at once (configuration). */
export type StreamLimits = { readonly withoutPlan: number; readonly withPlan: number }

/** The number of streams that an account may play at once: one rule, by its plan. */
export function streamsAllowed(
  { plan }: Pick<AccountFacts, 'plan'>,
  limits: StreamLimits,
  now: Temporal.Instant,
): number {
  return plan && Temporal.Instant.compare(plan.validUntil, now) > 0 ? limits.withPlan : limits.withoutPlan
}

/** A stream last heard of at this instant or earlier has lost its slot. */
export const lapsedBefore = (now: Temporal.Instant): Temporal.Instant => now.subtract({ seconds: STREAM_LAPSE_SECONDS })

/** The sign of life of an order: its stream lapses soon unless its playlist is fetched. */
export const orderedAt = (now: Temporal.Instant): Temporal.Instant =>
  lapsedBefore(now).add({ seconds: STREAM_OPEN_SECONDS })

/** A sign of life is written at most this often. */
const SEEN_SECONDS = 20

/** A sign of life is written when the last one is from this instant or earlier. */
export const staleBefore = (now: Temporal.Instant): Temporal.Instant => now.subtract({ seconds: SEEN_SECONDS })

/** The clocks of two nodes differ by less. */
const CLOCK_SECONDS = 3

/** The last sign of life that a stream is given when it is left: one that has lapsed by every node's clock. */
export const leftAt = (now: Temporal.Instant): Temporal.Instant =>
  lapsedBefore(now).subtract({ seconds: CLOCK_SECONDS })

/** A stream without a slot opens playlists and keys for this long still: of requests that were on their way when the player was left. */
const LEAVING_SECONDS = 10

/** What is known of one session's stream of a video. One that is left lapses at once. */
export type StreamState = 'none' | 'ended' | 'lapsed' | 'leaving' | 'stale' | 'fresh'

/** The state of a stream's row. */
export function streamState(
  row: { endedAt: Temporal.Instant | null; lastSeenAt: Temporal.Instant } | undefined,
  now: Temporal.Instant,
): StreamState {
  if (!row) return 'none'
  if (row.endedAt) return 'ended'
  if (Temporal.Instant.compare(row.lastSeenAt, leftAt(now).subtract({ seconds: LEAVING_SECONDS })) <= 0) return 'lapsed'
  if (Temporal.Instant.compare(row.lastSeenAt, lapsedBefore(now)) <= 0) return 'leaving'
  return Temporal.Instant.compare(row.lastSeenAt, staleBefore(now)) <= 0 ? 'stale' : 'fresh'
}

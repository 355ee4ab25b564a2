import { FAVORITES_MAX, FINISHED_SHARE, HISTORY_MONTHS } from '#contract/library.ts'
import type { WatchedFacts, WatchedNote } from './library-model.ts'

/** Whether another favourite fits within the limit. */
export const mayAdd = (count: number): boolean => count < FAVORITES_MAX

/** True once nearly all of the video was watched, or the credits have started. */
export const isFinished = (progress: { position: number; duration: number; endPosition: number }): boolean =>
  (progress.duration > 0 && progress.position >= progress.duration * FINISHED_SHARE) ||
  (progress.endPosition > 0 && progress.position >= progress.endPosition)

/** The time of a report; a player's clock that is ahead counts as now. */
export const notAfter = (at: Temporal.Instant, now: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(at, now) > 0 ? now : at

/** The first instant that history shows: so many calendar months ago in Hong Kong. */
export const historySince = (now: Temporal.Instant): Temporal.Instant =>
  now.toZonedDateTimeISO('Asia/Hong_Kong').subtract({ months: HISTORY_MONTHS }).toInstant()

/** What was watched last: where it was left. */
export function lastOf({ last, next }: WatchedNote): WatchedFacts {
  const { finished, at, ...part } = last
  return {
    ...part,
    watchedAt: Temporal.Instant.from(at),
    continueTag: !finished || next !== null,
    remaining: finished ? 0 : Math.max(part.duration - part.position, 0),
  }
}

/** What to continue watching: the unfinished video, or the episode after a finished one. */
export function continuationOf(note: WatchedNote): WatchedFacts {
  const facts = lastOf(note)
  const { next } = note
  return next ? { ...facts, ...next, remaining: Math.max(next.duration - next.position, 0) } : facts
}

import { FAVORITES_MAX, FINISHED_SHARE, HISTORY_MONTHS } from '#contract/library.ts'
import type { WatchedFacts, WatchedNote } from './library-model.ts'

/** Whether one more favourite may be kept beside so many. */
export const mayAdd = (count: number): boolean => count < FAVORITES_MAX

/** Whether a place counts as the end: nearly all of it is seen, or the credits have begun. */
export const isFinished = (place: { position: number; duration: number; endPosition: number }): boolean =>
  (place.duration > 0 && place.position >= place.duration * FINISHED_SHARE) ||
  (place.endPosition > 0 && place.position >= place.endPosition)

/** The time of a report: a clock that runs ahead counts as now. */
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

/** What to go on with: where it was left, or the episode after a finished one. */
export function continuationOf(note: WatchedNote): WatchedFacts {
  const facts = lastOf(note)
  const { next } = note
  return next ? { ...facts, ...next, remaining: Math.max(next.duration - next.position, 0) } : facts
}

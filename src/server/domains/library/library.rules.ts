import { FAVORITES_MAX, HISTORY_MONTHS } from '#contract/library.ts'
import { hasContinuation, remainingOf } from '#contract/watch-progress.ts'
import type { WatchedFacts, WatchedNote } from './library-model.ts'

/** Whether another favourite fits within the limit. */
export const mayAdd = (count: number): boolean => count < FAVORITES_MAX

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
    continueTag: hasContinuation(finished, next),
    remaining: finished ? 0 : remainingOf(part),
  }
}

/** What to continue watching: the unfinished video, or the episode after a finished one. */
export function continuationOf(note: WatchedNote): WatchedFacts {
  const facts = lastOf(note)
  const { next } = note
  return next ? { ...facts, ...next, remaining: remainingOf(next) } : facts
}

import { FAVORITES_MAX, HISTORY_MONTHS } from '#contract/library.ts'
import { hasContinuation, remainingOf } from '#contract/watch-progress.ts'
import type { DeviceTime, NewBookmark, WatchedFacts, WatchedNote } from './library-model.ts'

/** Whether another favourite fits within the limit. */
export const mayAdd = (count: number): boolean => count < FAVORITES_MAX

/** A smaller difference is the time that the call was under way, which must not reorder the calls of a device. */
const CLOCK_SECONDS = 30

/** The true time of what a device reports: its clock is corrected where it is wrong, and a time in the future counts as now. */
export function timeOf({ at, sentAt }: DeviceTime, now: Temporal.Instant): Temporal.Instant {
  const wrongBy = sentAt ? now.since(sentAt) : undefined
  const isWrong = wrongBy && Math.abs(wrongBy.total('seconds')) > CLOCK_SECONDS
  const corrected = isWrong ? at.add(wrongBy) : at
  return Temporal.Instant.compare(corrected, now) > 0 ? now : corrected
}

/** The key of a profile's progress in a video. */
export const videoKey = ({ profileId, programGuid }: Pick<NewBookmark, 'profileId' | 'programGuid'>): string =>
  `${profileId} ${programGuid}`

/** Of several reports of a profile on a video the newest by the player's time; of equal ones the first. */
export function newestOfEach<Report extends Pick<NewBookmark, 'profileId' | 'programGuid' | 'at'>>(
  reports: readonly Report[],
): Report[] {
  const newest = new Map<string, Report>()
  for (const report of reports) {
    const known = newest.get(videoKey(report))
    if (!known || Temporal.Instant.compare(report.at, known.at) > 0) newest.set(videoKey(report), report)
  }
  return [...newest.values()]
}

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

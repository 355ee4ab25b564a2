import { FAVORITES_MAX, HISTORY_MONTHS } from '#contract/library.ts'
import { hasContinuation, remainingOf } from '#contract/watch-progress.ts'
import type { DeviceTime, NewBookmark, WatchedFacts, WatchedNote } from './library-model.ts'
import { HONG_KONG } from '#server/kit/instants.ts'

export const mayAdd = (count: number): boolean => count < FAVORITES_MAX

/** Smaller differences are network latency, and must not reorder calls. */
const CLOCK_SECONDS = 30

/** Corrects a wrong device clock; a future time counts as now. */
export function timeOf({ at, sentAt }: DeviceTime, now: Temporal.Instant): Temporal.Instant {
  const wrongBy = sentAt ? now.since(sentAt) : undefined
  const isWrong = wrongBy && Math.abs(wrongBy.total('seconds')) > CLOCK_SECONDS
  const corrected = isWrong ? at.add(wrongBy) : at
  return Temporal.Instant.compare(corrected, now) > 0 ? now : corrected
}

export const videoKey = ({ profileId, programGuid }: Pick<NewBookmark, 'profileId' | 'programGuid'>): string =>
  `${profileId} ${programGuid}`

/** Of equal times the first. */
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

/** Calendar months in Hong Kong. */
export const historySince = (now: Temporal.Instant): Temporal.Instant =>
  now.toZonedDateTimeISO(HONG_KONG).subtract({ months: HISTORY_MONTHS }).toInstant()

export function lastOf({ last, next }: WatchedNote): WatchedFacts {
  const { finished, at, ...part } = last
  return {
    ...part,
    watchedAt: Temporal.Instant.from(at),
    continueTag: hasContinuation(finished, next),
    remaining: finished ? 0 : remainingOf(part),
  }
}

export function continuationOf(note: WatchedNote): WatchedFacts {
  const facts = lastOf(note)
  const { next } = note
  return next ? { ...facts, ...next, remaining: remainingOf(next) } : facts
}

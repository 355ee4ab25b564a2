import type { QueryClient } from '@tanstack/react-query'
import type { createBookmark } from '#contract/library.ts'
import type { Submit } from '#web/kit/use-submit.ts'
import {
  clearVisitorProgress,
  replaceVisitorProgress,
  unmergedVisitorProgress,
} from '#web/viewer/watch-progress/visitor-watch-progress.ts'
import type { WatchProgress } from '#web/viewer/watch-progress/watch-progress.rules.ts'
import { bookmarkOf } from '#web/viewer/watch-progress/save-watch-progress.ts'
import { readSession } from '#web/viewer/session/session.ts'

/** How many titles some places are of. */
export const titlesIn = (places: readonly WatchProgress[]): number =>
  new Set(places.map(({ programId }) => programId)).size

/**
 * Takes what a visitor watched here into the present profile, each with its own time: what the profile has watched later stays. What did not come through
 * is kept for another try; what the service does not have any more is let go. Answers whether all is done.
 */
export async function mergeVisitorProgress(
  queries: QueryClient,
  save: Submit<typeof createBookmark>['submit'],
): Promise<boolean> {
  const { profile } = readSession()
  if (!profile || profile.childrenModel) return false
  const left: WatchProgress[] = []
  for (const place of unmergedVisitorProgress()) {
    // Another profile was chosen meanwhile: it was not asked.
    if (readSession().profile?.profileId !== profile.profileId) return false
    // oxlint-disable-next-line no-await-in-loop -- one after the other: it is no hurry, and the service is everybody's
    const answer = await save(bookmarkOf(place))
    if (answer.result === 'FAILED' && answer.failure.errorCode !== 'NOT_FOUND') left.push(place)
  }
  if (left.length === 0) clearVisitorProgress()
  else replaceVisitorProgress(left)
  await queries.invalidateQueries()
  return left.length === 0
}

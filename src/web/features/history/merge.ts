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

/** The number of distinct titles in a list of progress. */
export const titlesIn = (progress: readonly WatchProgress[]): number =>
  new Set(progress.map(({ programId }) => programId)).size

/**
 * Merges the visitor's progress into the current profile, each entry with its own time: newer progress of the profile stays. Entries
 * whose request failed are kept for another try, those of removed titles dropped. Resolves to whether all are merged.
 */
export async function mergeVisitorProgress(
  queries: QueryClient,
  save: Submit<typeof createBookmark>['submit'],
): Promise<boolean> {
  const { profile } = readSession()
  if (!profile || profile.childrenModel) return false
  const left: WatchProgress[] = []
  for (const progress of unmergedVisitorProgress()) {
    // The profile has changed: it has not agreed.
    if (readSession().profile?.profileId !== profile.profileId) return false
    // oxlint-disable-next-line no-await-in-loop -- sequential on purpose: it is not urgent
    const answer = await save(bookmarkOf(progress))
    if (answer.result === 'FAILED' && answer.failure.errorCode !== 'NOT_FOUND') left.push(progress)
  }
  if (left.length === 0) clearVisitorProgress()
  else replaceVisitorProgress(left)
  await queries.invalidateQueries()
  return left.length === 0
}

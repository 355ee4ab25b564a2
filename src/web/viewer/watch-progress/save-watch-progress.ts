import type { QueryClient } from '@tanstack/react-query'
import { createBookmark } from '#contract/library.ts'
import type { Program } from '#contract/programs.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { storeVisitorProgress } from './visitor-watch-progress.ts'
import { invalidateHistory, invalidateRows, hasContinueCarousel, cacheWatchProgress } from './watch-progress-cache.ts'
import type { WatchProgress } from './watch-progress.rules.ts'
import { undoRemoval } from './history-removals.ts'
import { readSession } from '#web/viewer/session/session.ts'

/** Progress that could not be sent, by programGuid, with its profile. Sent again with the next report. */
const unsent = new Map<string, { progress: WatchProgress; profileId: string }>()

/**
 * Saves watch progress: a member's in the profile, a visitor's in this browser. Every screen shows it at once. A failed request is
 * silent and repeated with the next report; `at` lets the newest win in any order.
 */
export async function saveWatchProgress(
  queries: QueryClient,
  progress: WatchProgress,
  program: Program | undefined,
): Promise<void> {
  const { token, profile } = readSession()
  if (!token) return storeVisitorProgress(progress)
  if (!profile) return
  const { profileId } = profile
  undoRemoval(progress.programId)
  cacheWatchProgress(queries, progress, program)
  const overdue = [...unsent.values()].filter(
    (one) => one.profileId === profileId && one.progress.programGuid !== progress.programGuid,
  )
  unsent.clear()
  const sent = await Promise.all([progress, ...overdue.map((one) => one.progress)].map((one) => post(one, profileId)))
  if (!sent[0] || readSession().profile?.profileId !== profileId) return
  // Home has the "Continue watching" carousel only once it has an entry.
  if (!progress.finished && !hasContinueCarousel(queries)) await invalidateRows(queries)
  await invalidateHistory(queries)
}

/** Whether the server has stored it. */
async function post(progress: WatchProgress, profileId: string): Promise<boolean> {
  const answer = await call(createBookmark, bookmarkOf(progress), { keepalive: true })
  if (answer.result === 'SUCCESS') return true
  if (answer.errorCode === 'NETWORK') unsent.set(progress.programGuid, { progress, profileId })
  return false
}

/** The input of `bookmark/create`. */
export const bookmarkOf = ({ programId, programGuid, episode, position, duration, at }: WatchProgress) => ({
  programId,
  programGuid,
  ...(episode > 0 && { episode }),
  position,
  duration,
  at,
})

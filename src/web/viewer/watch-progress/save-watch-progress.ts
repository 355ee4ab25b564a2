import type { QueryClient } from '@tanstack/react-query'
import { createBookmark } from '#contract/library.ts'
import type { Program } from '#contract/programs.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { storeVisitorProgress } from './visitor-watch-progress.ts'
import { invalidateHistory, invalidateRows, hasContinueCarousel, cacheWatchProgress } from './watch-progress-cache.ts'
import type { WatchProgress } from './watch-progress.rules.ts'
import { undoRemoval } from './history-removals.ts'
import { readSession } from '#web/viewer/session/session.ts'

/** Places that did not come through, of the profile that made them; they are sent with the next. */
const unsent = new Map<string, { place: WatchProgress; profileId: string }>()

/**
 * Keeps a place: a member's in the profile, a visitor's on this browser. Every screen shows it at once. What does not come through is silent, and tried
 * again with the next place: `at` lets the newest win, whatever order they come in.
 */
export async function saveWatchProgress(
  queries: QueryClient,
  place: WatchProgress,
  program: Program | undefined,
): Promise<void> {
  const { token, profile } = readSession()
  if (!token) return storeVisitorProgress(place)
  if (!profile) return
  const { profileId } = profile
  undoRemoval(place.programId)
  cacheWatchProgress(queries, place, program)
  const waiting = [...unsent.values()].filter(
    (one) => one.profileId === profileId && one.place.programGuid !== place.programGuid,
  )
  unsent.clear()
  const sent = await Promise.all([place, ...waiting.map((one) => one.place)].map((one) => post(one, profileId)))
  if (!sent[0] || readSession().profile?.profileId !== profileId) return
  // The row of what to go on with is a part of home only once there is something in it.
  if (!place.finished && !hasContinueCarousel(queries)) await invalidateRows(queries)
  await invalidateHistory(queries)
}

/** True when the server has it. */
async function post(place: WatchProgress, profileId: string): Promise<boolean> {
  const answer = await call(createBookmark, bookmarkOf(place), { keepalive: true })
  if (answer.result === 'SUCCESS') return true
  if (answer.errorCode === 'NETWORK') unsent.set(place.programGuid, { place, profileId })
  return false
}

/** What `bookmark/create` takes of a place. */
export const bookmarkOf = ({ programId, programGuid, episode, position, duration, at }: WatchProgress) => ({
  programId,
  programGuid,
  ...(episode > 0 && { episode }),
  position,
  duration,
  at,
})

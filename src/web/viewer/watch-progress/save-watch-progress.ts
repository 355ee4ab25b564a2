import type { QueryClient } from '@tanstack/react-query'
import { createBookmark } from '#contract/library.ts'
import type { Program } from '#contract/programs.ts'
import type { Envelope } from '#web/kit/envelope.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { storeVisitorProgress } from './visitor-watch-progress.ts'
import { invalidateHistory, invalidateRows, hasContinueCarousel, cacheWatchProgress } from './watch-progress-cache.ts'
import type { WatchProgress } from './watch-progress.rules.ts'
import { keepInHistory } from './history-removals.ts'
import { dropUnsent, keepUnsent, unsentOf, type UnsentProgress } from './unsent-progress.ts'
import { readSession } from '#web/viewer/session/session.ts'

const RETRIED: ReadonlySet<string> = new Set(['NETWORK', 'UNAVAILABLE', 'INTERNAL', 'TOO_MANY_TRIES'])

/** Sends progress in its own way; resolves to undefined where it cannot, and the bookmark's call is made instead. */
export type SendProgress = (progress: WatchProgress) => Promise<Envelope<unknown> | undefined>

/** Kept in the browser until the server acknowledges it; `at` lets the newest win in any order. */
export async function saveWatchProgress(
  queries: QueryClient,
  progress: WatchProgress,
  { program, send }: { program?: Program | undefined; send?: SendProgress | undefined } = {},
): Promise<void> {
  const { token, profile } = readSession()
  if (!token) return storeVisitorProgress(progress)
  if (!profile) return
  const { profileId } = profile
  keepInHistory(progress.programId)
  cacheWatchProgress(queries, progress, program)
  const entry = { profileId, progress }
  keepUnsent(entry)
  if (!(await post(entry, send))) return sendWhenOnline(queries)
  if (readSession().profile?.profileId !== profileId) return
  // Home has the "Continue watching" carousel only once it has an entry.
  if (!progress.finished && !hasContinueCarousel(queries)) await invalidateRows(queries)
  await invalidateHistory(queries)
  // Only now: a server that has just refused one report is not sent more.
  await resendUnsent(queries)
}

export async function resendUnsent(queries: QueryClient): Promise<void> {
  const { profile } = readSession()
  if (!profile || isResending) return
  isResending = true
  let isAnySent = false
  try {
    isAnySent = await sendOverdue(profile.profileId, queries)
  } finally {
    isResending = false
  }
  if (isAnySent) await Promise.all([invalidateRows(queries), invalidateHistory(queries)])
}

let isResending = false

/** Stops at the first that is not acknowledged. @returns whether any was */
async function sendOverdue(profileId: string, queries: QueryClient): Promise<boolean> {
  let isAnySent = false
  for (const entry of unsentOf(profileId)) {
    if (readSession().profile?.profileId !== profileId) return false
    // oxlint-disable-next-line no-await-in-loop -- sequential on purpose: it is not urgent
    if (!(await post(entry))) {
      sendWhenOnline(queries)
      return isAnySent
    }
    isAnySent = true
  }
  return isAnySent
}

let waiting: QueryClient | undefined

/** One listener, however often it is added. */
const onOnline = () => void (waiting && resendUnsent(waiting))

function sendWhenOnline(queries: QueryClient): void {
  waiting = queries
  addEventListener('online', onOnline, { once: true })
}

/** Progress that the server refuses is not sent again. */
async function post({ profileId, progress }: UnsentProgress, send?: SendProgress): Promise<boolean> {
  const { programGuid, at } = progress
  const answer =
    (send && (await send(progress))) ?? (await call(createBookmark, bookmarkOf(progress), { keepalive: true }))
  if (answer.result === 'FAILED' && RETRIED.has(answer.errorCode)) return false
  // Newer progress of the same video stays.
  dropUnsent(profileId, (one) => one.programGuid === programGuid && one.at <= at)
  return true
}

export const bookmarkOf = ({ programId, programGuid, episode, position, duration, at }: WatchProgress) => ({
  programId,
  programGuid,
  ...(episode > 0 && { episode }),
  position,
  duration,
  at,
  sentAt: new Date().toISOString(),
})

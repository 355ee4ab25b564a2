import { storage } from '#web/kit/storage.ts'
import { UNSENT_KEY } from './unsent-progress-key.ts'
import { isWatchProgress } from './visitor-watch-progress.ts'
import type { WatchProgress } from './watch-progress.rules.ts'

export interface UnsentProgress {
  readonly profileId: string
  readonly progress: WatchProgress
}

/** Videos; the oldest are dropped. */
export const UNSENT_MAX = 50

const isSameVideo = (one: UnsentProgress, other: UnsentProgress): boolean =>
  one.profileId === other.profileId && one.progress.programGuid === other.progress.programGuid

export function keepUnsent(entry: UnsentProgress): void {
  write([entry, ...read().filter((one) => !isSameVideo(one, entry))].slice(0, UNSENT_MAX))
}

export function dropUnsent(profileId: string, isObsolete: (progress: WatchProgress) => boolean): void {
  write(read().filter((one) => one.profileId !== profileId || !isObsolete(one.progress)))
}

export const unsentOf = (profileId: string): UnsentProgress[] => read().filter((one) => one.profileId === profileId)

function write(list: readonly UnsentProgress[]): void {
  if (list.length === 0) storage.local.remove(UNSENT_KEY)
  else storage.local.set(UNSENT_KEY, JSON.stringify(list))
}

function read(): UnsentProgress[] {
  try {
    const list = JSON.parse(storage.local.get(UNSENT_KEY) ?? '[]') as unknown
    return Array.isArray(list) ? list.filter(isUnsent) : []
  } catch {
    // Not written by the site.
    return []
  }
}

function isUnsent(value: unknown): value is UnsentProgress {
  if (typeof value !== 'object' || value === null) return false
  const { profileId, progress } = value as Record<string, unknown>
  return typeof profileId === 'string' && isWatchProgress(progress)
}

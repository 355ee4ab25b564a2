import type { WatchProgress } from './watch-progress.rules.ts'
import { readSession } from '#web/viewer/session/session.ts'
import { storage } from '#web/kit/storage.ts'
import { createExternalStore } from '#web/kit/store.ts'
import { useStore } from '#web/kit/use-store.ts'
import { VISITOR_PROGRESS_KEY } from './visitor-progress-key.ts'

/** A key of its own: it is never merged into a profile. */
const KIDS_KEY = 'harbour.watchedKids'
export const LOCAL_TITLES_MAX = 50
export const VISITOR_PROGRESS_MAX = 200

export function withProgress(list: readonly WatchProgress[], entry: WatchProgress): WatchProgress[] {
  const all = [entry, ...list.filter(({ programGuid }) => programGuid !== entry.programGuid)]
  const titles = new Set<string>()
  const kept = all.filter(({ programId }) =>
    titles.size < LOCAL_TITLES_MAX || titles.has(programId) ? titles.add(programId) : false,
  )
  return kept.slice(0, VISITOR_PROGRESS_MAX)
}

const NONE: readonly WatchProgress[] = []
/** The same text gives the same list, as `useSyncExternalStore` needs. */
const cache = { text: '', list: NONE }

export function visitorProgress(): readonly WatchProgress[] {
  const text = storage.local.get(ownKey()) ?? ''
  if (text !== cache.text) Object.assign(cache, { text, list: parse(text) })
  return cache.list
}

const store = createExternalStore(visitorProgress, NONE)

export function storeVisitorProgress(entry: WatchProgress): void {
  storage.local.set(ownKey(), JSON.stringify(withProgress(visitorProgress(), entry)))
  store.changed()
}

export const useVisitorProgress = (): readonly WatchProgress[] => useStore(store, (list) => list)

export const unmergedVisitorProgress = (): WatchProgress[] => parse(storage.local.get(VISITOR_PROGRESS_KEY) ?? '')

export function clearVisitorProgress(): void {
  storage.local.remove(VISITOR_PROGRESS_KEY)
  store.changed()
}

export function replaceVisitorProgress(list: readonly WatchProgress[]): void {
  storage.local.set(VISITOR_PROGRESS_KEY, JSON.stringify(list))
  store.changed()
}

const ownKey = (): string => (readSession().pattern === 'children' ? KIDS_KEY : VISITOR_PROGRESS_KEY)

function parse(text: string): WatchProgress[] {
  if (text === '') return []
  try {
    const list = JSON.parse(text) as unknown
    return Array.isArray(list) ? list.filter(isWatchProgress) : []
  } catch {
    // Not written by the site.
    return []
  }
}

export function isWatchProgress(value: unknown): value is WatchProgress {
  if (typeof value !== 'object' || value === null) return false
  const { programId, programGuid, season, episode, position, duration, finished, at } = value as Record<string, unknown>
  return (
    [programId, programGuid, at].every((text) => typeof text === 'string' && text !== '') &&
    [season, episode, position, duration].every((number) => Number.isSafeInteger(number) && (number as number) >= 0) &&
    typeof finished === 'boolean'
  )
}

import type { WatchProgress } from './watch-progress.rules.ts'
import { readSession } from '#web/viewer/session/session.ts'
import { storage } from '#web/kit/storage.ts'
import { createExternalStore } from '#web/kit/store.ts'
import { useStore } from '#web/kit/use-store.ts'
import { VISITOR_PROGRESS_KEY } from './visitor-progress-key.ts'

/**
 * What a visitor watches for free is remembered on this browser alone. A child's is kept apart: it is never merged into a profile, and nothing else is
 * shown to the child.
 */
const KIDS_KEY = 'harbour.watchedKids'
/** So many titles are remembered. */
export const LOCAL_TITLES_MAX = 50
/** And so many films and episodes of them: a long series does not fill the storage. */
export const VISITOR_PROGRESS_MAX = 200

/** The newest first, each film and episode once, the oldest titles forgotten. */
export function withProgress(list: readonly WatchProgress[], place: WatchProgress): WatchProgress[] {
  const all = [place, ...list.filter(({ programGuid }) => programGuid !== place.programGuid)]
  const titles = new Set<string>()
  const kept = all.filter(({ programId }) =>
    titles.size < LOCAL_TITLES_MAX || titles.has(programId) ? titles.add(programId) : false,
  )
  return kept.slice(0, VISITOR_PROGRESS_MAX)
}

const NONE: readonly WatchProgress[] = []
/** The same words give the same list, which is how React sees that nothing changed. */
const read = { words: '', places: NONE }

/** What this browser remembers of visitors like the present one: children, or everybody else. */
export function visitorProgress(): readonly WatchProgress[] {
  const words = storage.local.get(ownKey()) ?? ''
  if (words !== read.words) Object.assign(read, { words, places: parse(words) })
  return read.places
}

const store = createExternalStore(visitorProgress, NONE)

/** Remembers a place of the present visitor. */
export function storeVisitorProgress(place: WatchProgress): void {
  storage.local.set(ownKey(), JSON.stringify(withProgress(visitorProgress(), place)))
  store.changed()
}

/** `localPlaces` that renders anew when they change. */
export const useVisitorProgress = (): readonly WatchProgress[] => useStore(store, (places) => places)

/** What waits to be merged, the newest first. */
export const unmergedVisitorProgress = (): WatchProgress[] => parse(storage.local.get(VISITOR_PROGRESS_KEY) ?? '')

/** What a visitor watched is forgotten here: it was merged, or is not wanted. */
export function clearVisitorProgress(): void {
  storage.local.remove(VISITOR_PROGRESS_KEY)
  store.changed()
}

/** Keeps only what could not be merged yet. */
export function replaceVisitorProgress(places: readonly WatchProgress[]): void {
  storage.local.set(VISITOR_PROGRESS_KEY, JSON.stringify(places))
  store.changed()
}

const ownKey = (): string => (readSession().pattern === 'children' ? KIDS_KEY : VISITOR_PROGRESS_KEY)

function parse(words: string): WatchProgress[] {
  if (words === '') return []
  try {
    const list = JSON.parse(words) as unknown
    return Array.isArray(list) ? list.filter(isPlace) : []
  } catch {
    // Not ours.
    return []
  }
}

function isPlace(one: unknown): one is WatchProgress {
  if (typeof one !== 'object' || one === null) return false
  const { programId, programGuid, season, episode, position, duration, finished, at } = one as Record<string, unknown>
  return (
    [programId, programGuid, at].every((word) => typeof word === 'string' && word !== '') &&
    [season, episode, position, duration].every((number) => Number.isSafeInteger(number) && (number as number) >= 0) &&
    typeof finished === 'boolean'
  )
}

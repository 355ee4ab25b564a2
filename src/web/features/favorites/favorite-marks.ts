import { watchSession } from '#web/viewer/session/session.ts'

/** What this page has just marked, for copies of a card that were made before (an open hover card): as long as answers are fresh. */
const KEPT_MS = 60_000

const marks = new Map<string, { isFavorite: boolean; at: number }>()
const watchers = new Set<() => void>()

/** How a title was marked lately; undefined when it was not. */
export function favoriteOverride(programId: string): boolean | undefined {
  const mark = marks.get(programId)
  return mark && Date.now() - mark.at < KEPT_MS ? mark.isFavorite : undefined
}

/** Marks a title for every copy of it. */
export function setFavoriteOverride(programId: string, isFavorite: boolean): void {
  marks.set(programId, { isFavorite, at: Date.now() })
  tell()
}

export function watchFavoriteOverrides(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

// Another profile likes other things.
watchSession(() => {
  marks.clear()
  tell()
})

function tell() {
  for (const watcher of watchers) watcher()
}

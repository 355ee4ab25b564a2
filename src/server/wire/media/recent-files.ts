import { LRUCache } from 'lru-cache'

/** A file sent this recently is still in the page cache of the system, unless that is very short of memory. */
const RECENT_MS = 10_000
const FILES_MAX = 1_000

/** The files that were sent whole a moment ago. */
export interface RecentFiles {
  add(path: string): void
  has(path: string): boolean
}

/** @param nowMs monotonic */
export function createRecentFiles(nowMs: () => number = () => performance.now()): RecentFiles {
  const sentAtMs = new LRUCache<string, number>({ max: FILES_MAX })
  return {
    add: (path) => void sentAtMs.set(path, nowMs()),
    has: (path) => nowMs() - (sentAtMs.get(path) ?? -Infinity) < RECENT_MS,
  }
}

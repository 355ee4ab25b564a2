import { LRUCache } from 'lru-cache'

/** A file that was read this recently is still in the page cache of the system, unless that is very short of memory. */
const RECENT_MS = 10_000
const FILES_MAX = 1_000

/** The files that were read whole a moment ago. */
export interface RecentFiles {
  /** Call it when the reading of a file begins, and what it returns once the whole file was read. */
  begin(path: string): () => void
  /** Whether each byte of a file was read within the last ten seconds. */
  has(path: string): boolean
}

/** @param nowMs monotonic */
export function createRecentFiles(nowMs: () => number = () => performance.now()): RecentFiles {
  const begunAtMs = new LRUCache<string, number>({ max: FILES_MAX })
  return {
    begin(path) {
      // What a slow client was sent first was read long before it was sent the rest.
      const startMs = nowMs()
      return () => void begunAtMs.set(path, Math.max(startMs, begunAtMs.get(path) ?? startMs))
    },
    has: (path) => nowMs() - (begunAtMs.get(path) ?? -Infinity) < RECENT_MS,
  }
}

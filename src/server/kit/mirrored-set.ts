import { LRUCache } from 'lru-cache'

const SECONDS = 30

export interface MirroredSet {
  /** True while it was never read. */
  has(key: string): Promise<boolean>
  /** Of what is in memory; undefined while it was never read. */
  hasLoaded(key: string): boolean | undefined
  /** Reads it again; until then the last stands. */
  clear(): void
}

/** A small set of the database in memory, at most 30 seconds old; the last stands while it cannot be read. */
export function createMirroredSet(load: () => Promise<readonly string[]>): MirroredSet {
  const cache = new LRUCache<'all', ReadonlySet<string>>({
    max: 1,
    ttl: SECONDS * 1000,
    allowStale: true,
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    allowStaleOnFetchRejection: true,
    fetchMethod: async () => new Set(await load()),
  })
  const reload = (forceRefresh: boolean) => void cache.fetch('all', { forceRefresh }).catch(() => undefined)
  return {
    has: async (key) => (await cache.fetch('all').catch(() => undefined))?.has(key) ?? true,
    hasLoaded(key) {
      if (cache.getRemainingTTL('all') <= 0) reload(false)
      return cache.get('all')?.has(key)
    },
    clear: () => reload(true),
  }
}

import { LRUCache } from 'lru-cache'

/** The result of a search by its key; `snapshot` stands for the data that it was computed from. */
export type ResultCache<T> = (snapshot: object, key: string, compute: () => T) => T

/**
 * Caches results for each snapshot, the most recently used ones; they go with it.
 * @param sizeOf how many items a result has; `maxItems` are cached for a snapshot
 */
export function createResultCache<T extends object>(maxItems: number, sizeOf: (result: T) => number): ResultCache<T> {
  const all = new WeakMap<object, LRUCache<string, T>>()
  return (snapshot, key, compute) => {
    let own = all.get(snapshot)
    if (!own)
      all.set(snapshot, (own = new LRUCache({ maxSize: maxItems, sizeCalculation: (result) => sizeOf(result) + 1 })))
    const known = own.get(key)
    if (known) return known
    const computed = compute()
    own.set(key, computed)
    return computed
  }
}

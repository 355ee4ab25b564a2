import { LRUCache } from 'lru-cache'

/** The result of a search by its key, as long as `of`, what it was made from, is the same object. */
export type Memo<T> = (of: object, key: string, make: () => T) => T

/**
 * Remembers results that are expensive to make: for each object the most recently used ones.
 * @param sizeOf how many items a result has; `maxItems` are remembered for each object
 */
export function createMemo<T extends object>(maxItems: number, sizeOf: (result: T) => number): Memo<T> {
  const all = new WeakMap<object, LRUCache<string, T>>()
  return (of, key, make) => {
    let own = all.get(of)
    if (!own) all.set(of, (own = new LRUCache({ maxSize: maxItems, sizeCalculation: (result) => sizeOf(result) + 1 })))
    const known = own.get(key)
    if (known) return known
    const made = make()
    own.set(key, made)
    return made
  }
}

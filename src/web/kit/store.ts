/** A value that components read with `useSyncExternalStore`. */
export interface Store<T> {
  get(): T
  /** Replaces what differs; listeners hear of it only when something does. */
  set(change: Partial<T>): void
  subscribe(listener: () => void): () => void
}

/** Makes a store of one flat object. */
export function createStore<T extends object>(first: T): Store<T> {
  const listeners = new Set<() => void>()
  let value = first
  return {
    get: () => value,
    set(change) {
      const keys = Object.keys(change) as (keyof T)[]
      if (keys.every((key) => Object.is(change[key], value[key]))) return
      value = { ...value, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

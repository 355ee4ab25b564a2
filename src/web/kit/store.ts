export interface ReadableStore<T> {
  get(): T
  /** The value in the prerender and while hydrating. */
  readonly initial: T
  /** Returns how to unsubscribe. */
  subscribe(listener: () => void): () => void
}

export interface Store<T> extends ReadableStore<T> {
  /** Replaces what differs; listeners are called only when something does. */
  set(change: Partial<T>): void
  reset(): void
}

export interface ExternalStore<T> extends ReadableStore<T> {
  changed(): void
}

export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial
  const { get, subscribe, changed } = createExternalStore(() => value, initial)
  const replace = (next: T) => {
    value = next
    changed()
  }
  return {
    get,
    initial,
    subscribe,
    set(change) {
      const keys = Object.keys(change) as (keyof T)[]
      if (keys.some((key) => !Object.is(change[key], value[key]))) replace({ ...value, ...change })
    },
    reset: () => replace(initial),
  }
}

/** `read` must return the same object while nothing has changed. */
export function createExternalStore<T>(read: () => T, initial: T): ExternalStore<T> {
  const listeners = new Set<() => void>()
  return {
    get: read,
    initial,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    changed() {
      for (const listener of listeners) listener()
    },
  }
}

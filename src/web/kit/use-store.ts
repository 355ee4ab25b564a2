import { useSyncExternalStore } from 'react'
import type { ReadableStore } from './store.ts'

/** One value out of a store; the component renders again only when that value differs. `pick` must not make new objects. */
export function useStore<T, P>(store: ReadableStore<T>, pick: (value: T) => P): P {
  return useSyncExternalStore(
    store.subscribe,
    () => pick(store.get()),
    () => pick(store.initial),
  )
}

import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** One value out of a store; the component renders again only when that value differs. `pick` must not make new objects. */
export function useStore<T, P>(store: Store<T>, pick: (value: T) => P): P {
  const read = () => pick(store.get())
  return useSyncExternalStore(store.subscribe, read, read)
}

import { createStore } from '#web/kit/store.ts'
import { useStore } from '#web/kit/use-store.ts'

/** While closing, every call but logout, export and reopening is refused. */
const store = createStore({ isClosing: false })

export const noteClosing = (): void => store.set({ isClosing: true })

export const forgetClosing = (): void => store.set({ isClosing: false })

export const useClosing = (): boolean => useStore(store, ({ isClosing }) => isClosing)

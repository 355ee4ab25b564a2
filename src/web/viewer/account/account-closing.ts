import { createStore } from '#web/kit/store.ts'
import { useStore } from '#web/kit/use-store.ts'

/** Whether the account is being closed, as far as this page knows. Every call but logout, export and reopening is then refused. */
const store = createStore({ isClosing: false })

/** The account is being closed: by this browser, or according to a refusal. */
export const noteClosing = (): void => store.set({ isClosing: true })

/** The account was reopened. */
export const forgetClosing = (): void => store.set({ isClosing: false })

export const useClosing = (): boolean => useStore(store, ({ isClosing }) => isClosing)

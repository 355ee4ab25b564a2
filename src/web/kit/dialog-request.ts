import { createStore, type Store } from './store.ts'

export interface OpenDialogRequest<T> {
  readonly request: T
  /** Closes the dialog. True: the viewer accepted or passed it. */
  readonly answer: (isAccepted: boolean) => void
}

export interface DialogRequests<T> {
  /** Resolves to the answer. An earlier request that is still open is answered with false. */
  open(request: T): Promise<boolean>
  close(): void
  get(): OpenDialogRequest<T> | null
  subscribe: Store<object>['subscribe']
}

export function createDialogRequests<T>(): DialogRequests<T> {
  const store = createStore<{ current: OpenDialogRequest<T> | null }>({ current: null })
  const { get, subscribe } = store
  return {
    open(request) {
      get().current?.answer(false)
      return new Promise((resolve) => {
        const answer = (isAccepted: boolean) => {
          if (get().current === entry) store.set({ current: null })
          resolve(isAccepted)
        }
        const entry = { request, answer }
        store.set({ current: entry })
      })
    },
    close: () => get().current?.answer(false),
    get: () => get().current,
    subscribe,
  }
}

import { createStore, type Store } from './store.ts'

/** A dialog that is open on behalf of code elsewhere. */
export interface OpenDialogRequest<T> {
  readonly request: T
  /** Closes the dialog. True: the viewer accepted or passed it. */
  readonly answer: (isAccepted: boolean) => void
}

export interface DialogRequests<T> {
  /** Opens the dialog; resolves to its answer. An earlier request that is still open is answered with false. */
  open(request: T): Promise<boolean>
  /** Answers the open request, if any, with false. */
  close(): void
  /** The open request, for the host that renders the dialog. */
  get(): OpenDialogRequest<T> | null
  subscribe: Store<object>['subscribe']
}

/** Connects code that needs an answer with the host that renders the dialog. One request is open at a time. */
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

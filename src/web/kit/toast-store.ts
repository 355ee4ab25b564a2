import { createStore } from './store.ts'

export interface Toast {
  text: string
  /** An undo: the toast then stays 6 s instead of 3. */
  action?: { label: string; onClick: () => void }
  stayMs?: number
}

/** SPEC 9: a toast stays 3 s; one that can be undone, 6. */
const TOAST_MS = 3000
const UNDO_TOAST_MS = 6000

export const toastStore = createStore<{ toast: (Toast & { id: number }) | undefined }>({ toast: undefined })

let timer: ReturnType<typeof setTimeout> | undefined
let count = 0

/** The same text again is not another toast: it stays on, and is read aloud once. */
export function showToast(toast: Toast): void {
  clearTimeout(timer)
  const { toast: shown } = toastStore.get()
  if (!shown || shown.text !== toast.text || shown.action || toast.action) {
    count += 1
    toastStore.set({ toast: { ...toast, id: count } })
  }
  timer = setTimeout(hideToast, toast.stayMs ?? (toast.action ? UNDO_TOAST_MS : TOAST_MS))
}

export function hideToast(): void {
  clearTimeout(timer)
  toastStore.reset()
}

export interface Toast {
  text: string
  /** An undo: the toast then stays 6 s instead of 3. */
  action?: { label: string; onPress: () => void }
}

interface ShownToast extends Toast {
  id: number
}

/** SPEC 9: a toast stays 3 s; one that can be undone, 6. */
const TOAST_MS = 3000
const UNDO_TOAST_MS = 6000

let shown: ShownToast | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let count = 0
const watchers = new Set<() => void>()

/** Shows a toast in place of the one before it. */
export function showToast(toast: Toast): void {
  count += 1
  set({ ...toast, id: count })
  timer = setTimeout(() => set(null), toast.action ? UNDO_TOAST_MS : TOAST_MS)
}

/** Takes the toast away. */
export function hideToast(): void {
  set(null)
}

export const toastStore = {
  subscribe: (watcher: () => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
  get: () => shown,
}

function set(next: ShownToast | null) {
  clearTimeout(timer)
  shown = next
  for (const watcher of watchers) watcher()
}

import { useEffect, useRef } from 'react'

/** HTML's CloseWatcher, where the browser has one: TypeScript's DOM library does not know it yet. */
interface CloseWatcher extends EventTarget {
  destroy(): void
}

/** The Back button of Android in Chrome, for layers that are no modal `<dialog>` and no step of the history (docs/decisions/066). */
export function useCloseRequest(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcher }
    if (!isOpen || !CloseWatcher) return undefined
    const watcher = new CloseWatcher()
    watcher.addEventListener('close', () => close.current())
    return () => watcher.destroy()
  }, [isOpen])
}

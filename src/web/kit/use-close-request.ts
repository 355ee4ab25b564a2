import { useEffect, useRef } from 'react'

/** HTML's CloseWatcher, where the browser has one: TypeScript's DOM library does not know it yet. */
interface CloseWatcher extends EventTarget {
  destroy(): void
}

/**
 * Closes a menu when the device asks to, as the Back button of Android does in Chrome. For layers that are no modal `<dialog>`, which gets
 * that request itself, and no step of the history (docs/decisions/066). Elsewhere Back leaves the page.
 */
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

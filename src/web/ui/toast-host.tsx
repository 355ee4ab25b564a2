import { useEffect, useRef, useSyncExternalStore } from 'react'
import { hideToast, toastStore } from './toast-store.ts'
import styles from './toast.module.css'

/** Where toasts appear: once in the shell. The live region is always there, so that each text is announced. */
export function ToastHost() {
  const host = useRef<HTMLOutputElement>(null)
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => null)
  useEffect(() => {
    const element = host.current
    // Above an open dialog, where the browser has popovers: the last one shown is on top.
    if (!toast || !element || typeof element.showPopover !== 'function') return undefined
    element.popover = 'manual'
    element.showPopover()
    return () => element.hidePopover()
  }, [toast])
  return (
    <output ref={host} className={styles.host} aria-live="polite">
      {toast ? (
        <div key={toast.id} className={styles.toast}>
          <span>{toast.text}</span>
          {toast.action ? (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                toast.action?.onPress()
                hideToast()
              }}
            >
              {toast.action.label}
            </button>
          ) : null}
        </div>
      ) : null}
    </output>
  )
}

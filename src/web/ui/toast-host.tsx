import { useEffect, useRef } from 'react'
import { CloseIcon } from './icons.tsx'
import styles from './toast.module.css'

export interface ToastHostProps {
  /** The id differs for each toast, so that the same text is announced again. */
  toast: { id: number; text: string; action?: { label: string; onClick: () => void } } | undefined
  onHide: () => void
  closeLabel: string
}

/** Mounted once: a live region must exist before its text. */
export function ToastHost({ toast, onHide, closeLabel }: ToastHostProps) {
  const host = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    const element = host.current
    if (!toast || !element || typeof element.showPopover !== 'function') return undefined
    element.popover = 'manual'
    element.showPopover()
    // The last layer shown is on top: the toast is shown again above a dialog that opens meanwhile.
    const layers = new MutationObserver(() => {
      element.hidePopover()
      element.showPopover()
    })
    layers.observe(document.documentElement, { attributeFilter: ['data-locked'] })
    return () => {
      layers.disconnect()
      element.hidePopover()
    }
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
                toast.action?.onClick()
                onHide()
              }}
            >
              {toast.action.label}
            </button>
          ) : null}
          <button type="button" className={styles.close} aria-label={closeLabel} onClick={onHide}>
            <CloseIcon size={18} />
          </button>
        </div>
      ) : null}
    </output>
  )
}

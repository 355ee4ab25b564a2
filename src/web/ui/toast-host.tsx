import { useEffect, useRef } from 'react'
import { CloseIcon } from './icons.tsx'
import { raiseAbove } from './toast-place.rules.ts'
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
  useEffect(() => {
    const element = host.current
    if (!toast || !element) return undefined
    let raised = 0
    const place = () => {
      raised = raisedOver(element, raised)
      element.style.transform = raised === 0 ? '' : `translateY(-${raised}px)`
    }
    place()
    // Dialogs open, grow and scroll while the toast is shown, which is for some seconds.
    const timer = setInterval(place, PLACE_MS)
    return () => {
      clearInterval(timer)
      element.style.transform = ''
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

const PLACE_MS = 100
/** The last of these that leaves the toast a place counts: links fill whole dialogs. */
const CONTROLS = ['a[href], button, input, select, textarea', 'button, input, select, textarea']

/** How far above its place the toast covers no control of the open dialog. It stays where it is while that is free. */
function raisedOver(host: HTMLElement, raised: number): number {
  const dialogs = document.querySelectorAll('dialog[open]')
  const dialog = dialogs[dialogs.length - 1]
  const toast = host.firstElementChild?.getBoundingClientRect()
  if (!dialog || !toast) return 0
  const { bottom, height } = host.getBoundingClientRect()
  const boxAt = (by: number) => {
    const edge = bottom + raised - by
    return { top: edge - height, bottom: edge, left: toast.left, right: toast.right }
  }
  for (const selector of CONTROLS) {
    const boxes = [...dialog.querySelectorAll(selector)].map((control) => control.getBoundingClientRect())
    const more = raiseAbove(boxAt(raised), boxes)
    if (more === 0) return raised
    const fromBelow = raiseAbove(boxAt(0), boxes)
    if (fromBelow !== undefined) return fromBelow
  }
  return 0
}

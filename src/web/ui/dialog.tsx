import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { CloseIcon } from './icons.tsx'
import styles from './dialog.module.css'

export interface DialogProps {
  /** With `hideTitle` it is only read aloud. */
  title: string
  hideTitle?: boolean
  /** sheet: 1000 px wide, the whole screen on a phone; drawer: from the left edge. */
  look?: 'card' | 'sheet' | 'drawer' | 'full'
  closeLabel: string
  /** Esc, the backdrop and the close button; the caller removes the dialog. */
  onClose: () => void
  /** Only while money moves: no way of closing. */
  busy?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Open dialogs: the page below stays locked until the last is gone. */
let open = 0

/** The native dialog where it exists (Chrome 80, Safari 15.4), else a box with the same manners. */
export function Dialog({
  title,
  hideTitle,
  look = 'card',
  closeLabel,
  onClose,
  busy,
  className,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const close = useRef(onClose)
  useEffect(() => {
    close.current = busy ? () => {} : onClose
  })

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = document.activeElement
    const release = openModal(dialog, () => close.current())
    open += 1
    document.documentElement.dataset.locked = ''
    return () => {
      release()
      open -= 1
      if (open === 0) delete document.documentElement.dataset.locked
      returnFocus(before)
    }
  }, [])

  return createPortal(
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the backdrop's click; Esc is its key
    <dialog
      ref={ref}
      className={classNames(styles.dialog, styles[look], className)}
      aria-labelledby={titleId}
      aria-modal="true"
      onClick={(event) => {
        if (event.target === ref.current) close.current()
      }}
    >
      <div className={styles.box}>
        <h2 id={titleId} className={hideTitle ? 'visually-hidden' : styles.title} tabIndex={-1}>
          {title}
        </h2>
        {children}
        {busy ? null : (
          <span className={styles.corner}>
            <IconButton
              className={styles.close}
              look={look === 'card' || look === 'drawer' ? 'ghost' : 'disc'}
              label={closeLabel}
              icon={<CloseIcon size={22} />}
              onClick={() => close.current()}
            />
          </span>
        )}
      </div>
    </dialog>,
    document.body,
  )
}

/** Where nothing had the focus, or it is gone, the page begins at its content. */
function returnFocus(before: Element | null): void {
  if (before instanceof HTMLElement && before !== document.body && before.isConnected)
    before.focus({ preventScroll: true })
  else if (open === 0) document.getElementById('main')?.focus({ preventScroll: true })
}

function openModal(dialog: HTMLDialogElement, onClose: () => void): () => void {
  const native = typeof dialog.showModal === 'function'
  if (native) dialog.showModal()
  else {
    dialog.setAttribute('open', '')
    dialog.setAttribute('role', 'dialog')
  }
  const onCancel = (event: Event) => {
    event.preventDefault()
    onClose()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  dialog.addEventListener('cancel', onCancel)
  dialog.addEventListener('keydown', onKey)
  const untrap = trapFocus(dialog)
  return () => {
    untrap()
    dialog.removeEventListener('cancel', onCancel)
    dialog.removeEventListener('keydown', onKey)
    if (native && dialog.open) dialog.close()
  }
}

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), video[controls], [tabindex]:not([tabindex="-1"])'

/** The first heading takes the focus when no field does. */
export function trapFocus(box: HTMLElement): () => void {
  const preferred =
    box.querySelector<HTMLElement>('[autofocus], [data-autofocus]') ?? box.querySelector<HTMLElement>('h2[tabindex]')
  ;(preferred ?? reachable(box)[0])?.focus({ preventScroll: true })
  const onTab = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    const focusable = reachable(box)
    const first = focusable[0]
    const last = focusable[focusable.length - 1]
    if (!first || !last) return
    const at = document.activeElement
    if (event.shiftKey && (at === first || !focusable.includes(at as HTMLElement))) {
      event.preventDefault()
      last.focus()
    } else if (!event.shiftKey && at === last) {
      event.preventDefault()
      first.focus()
    }
  }
  box.addEventListener('keydown', onTab)
  return () => box.removeEventListener('keydown', onTab)
}

function reachable(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.getClientRects().length > 0)
}

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useCloseRequest } from '#web/kit/use-close-request.ts'
import { useText } from '#web/kit/text.ts'
import { moveListFocus } from '#web/ui/list-focus.ts'
import { AccountList } from './account-list.tsx'
import styles from './account-popover.module.css'

export interface AccountPopoverProps {
  /** The button that opened it: gets the focus back; a click on it is not a click outside. */
  opener: RefObject<HTMLButtonElement | null>
  onClose: () => void
  badge?: ReactNode
}

/**
 * The account's menu below the avatar. A native popover where there is one, so that nothing covers it; closing, arrows and focus are
 * its own, so that they are the same everywhere.
 */
export function AccountPopover({ opener, onClose, badge }: AccountPopoverProps) {
  const text = useText('accountMenu')
  const ref = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useCloseRequest(true, () => {
    opener.current?.focus()
    onClose()
  })

  useEffect(() => {
    const box = ref.current
    if (!box) return undefined
    if (typeof box.showPopover === 'function') box.showPopover()
    box.focus({ preventScroll: true })
    const button = opener.current
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node && !box.contains(target) && !button?.contains(target)
    const onPointerDown = (event: PointerEvent) => {
      if (isOutside(event.target)) close.current()
    }
    const onFocus = (event: FocusEvent) => {
      if (isOutside(event.target)) close.current()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.stopPropagation()
        button?.focus()
        return close.current()
      }
      const items = [...box.querySelectorAll<HTMLElement>('a[href], button')]
      if (moveListFocus(items, event.key)) event.preventDefault()
    }
    box.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointerDown)
    document.addEventListener('focusin', onFocus)
    return () => {
      document.removeEventListener('pointerdown', onPointerDown)
      document.removeEventListener('focusin', onFocus)
    }
  }, [opener])

  return (
    <div
      ref={ref}
      className={styles.popover}
      popover="manual"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- that element is hidden where there are no popovers
      role="dialog"
      aria-label={text.label}
      tabIndex={-1}
    >
      {badge}
      <AccountList
        onDone={() => {
          opener.current?.focus({ preventScroll: true })
          onClose()
        }}
      />
    </div>
  )
}

import { type ReactNode, type ToggleEvent, useId, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './popover-button.module.css'

interface PopoverButtonProps {
  /** What the button shows. */
  face: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** Hides the popover around a control, after a choice that leads away. */
export const hidePopoverOf = (control: Element): void => control.closest<HTMLElement>('[popover]')?.hidePopover?.()

/** A button with a popover below it: the browser closes it by Esc and by a click beside it, and gives the focus back. */
export function PopoverButton({ face, className, children }: PopoverButtonProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const place = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    if (newState !== 'open' || !button.current || !box.current) return
    const { bottom, right } = button.current.getBoundingClientRect()
    box.current.style.top = `${bottom + 4}px`
    box.current.style.right = `${Math.max(8, document.documentElement.clientWidth - right)}px`
  }
  return (
    <>
      <button ref={button} type="button" className={classNames(styles.button, className)} popoverTarget={id}>
        {face}
      </button>
      <div ref={box} id={id} popover="auto" className={styles.box} onBeforeToggle={place}>
        {children}
      </div>
    </>
  )
}

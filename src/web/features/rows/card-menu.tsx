import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { moveListFocus } from '#web/ui/list-focus.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MoreIcon } from '#web/ui/feature-icons.tsx'
import styles from './card-menu.module.css'

type MenuItem = { label: string; onSelect: () => void } | { label: string; href: string }

export interface CardMenuProps {
  /** The accessible name of the button. */
  label: string
  items: readonly MenuItem[]
  className: string | undefined
}

/** The ⋯ menu of a card: arrows move, Esc and a click elsewhere close it. */
export function CardMenu({ label, items, className }: CardMenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={button}
        className={className}
        look="disc"
        label={label}
        icon={<MoreIcon size={22} />}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open ? <Menu label={label} items={items} button={button} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface MenuProps extends Omit<CardMenuProps, 'className'> {
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** Rendered in the body below its button: a carousel would clip it. */
function Menu({ label, items, button, onClose }: MenuProps) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const menu = box.current
    const anchor = button.current?.getBoundingClientRect()
    if (!menu || !anchor) return
    const below = anchor.bottom + 6
    const fits = below + menu.offsetHeight < innerHeight - 8
    menu.style.top = `${fits ? below : Math.max(8, anchor.top - menu.offsetHeight - 6)}px`
    menu.style.left = `${Math.max(8, anchor.right - menu.offsetWidth)}px`
    menu.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
  }, [button])
  useOutside(box, button, onClose)
  const close = () => {
    onClose()
    button.current?.focus({ preventScroll: true })
  }
  const onKey = (event: KeyboardEvent) => {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    if (event.key === 'Escape' || event.key === 'Tab') close()
    else if (!moveListFocus(stops, event.key)) return
    event.preventDefault()
  }
  return createPortal(
    <div ref={box} id={id} className={styles.menu} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKey}>
      {items.map((item) =>
        'href' in item ? (
          <a key={item.label} className={styles.item} role="menuitem" tabIndex={-1} href={item.href} onClick={close}>
            {item.label}
          </a>
        ) : (
          <button
            key={item.label}
            type="button"
            className={styles.item}
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              close()
              item.onSelect()
            }}
          >
            {item.label}
          </button>
        ),
      )}
    </div>,
    document.body,
  )
}

/** A click elsewhere and scrolling close it. */
function useOutside(
  box: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const onPointerDown = ({ target }: Event) => {
      const isOwn = target instanceof Node && (box.current?.contains(target) || button.current?.contains(target))
      if (!isOwn) latest.current()
    }
    const onScroll = () => latest.current()
    document.addEventListener('pointerdown', onPointerDown)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      document.removeEventListener('pointerdown', onPointerDown)
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [box, button])
}

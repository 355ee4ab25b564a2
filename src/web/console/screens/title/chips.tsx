import type { ReactNode } from 'react'
import { useText } from '#web/kit/text.ts'
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '#web/ui/icons.tsx'
import styles from './title.module.css'

interface ChipsProps<T> {
  label: string
  items: readonly T[]
  keyOf: (item: T) => string
  nameOf: (item: T) => string
  /** Of another name below it. */
  noteOf?: (item: T) => string
  onChange: (items: T[]) => void
  isOrdered?: boolean
}

/** What is chosen, in order: each moves and goes by its own buttons. */
export function Chips<T>({ label, items, keyOf, nameOf, noteOf, onChange, isOrdered }: ChipsProps<T>) {
  const text = useText('consoleTitle')
  const move = (at: number, to: number) => {
    const next = [...items]
    next.splice(to, 0, ...next.splice(at, 1))
    onChange(next)
  }
  if (items.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={label}>
      {items.map((item, at) => {
        const name = nameOf(item)
        const button = (title: string, icon: ReactNode, onClick: () => void) => (
          <button type="button" aria-label={title} title={title} onClick={onClick}>
            {icon}
          </button>
        )
        return (
          <li key={keyOf(item)} className={styles.chip}>
            {isOrdered && at > 0
              ? button(text.earlier(name), <ChevronLeftIcon size={14} />, () => move(at, at - 1))
              : null}
            <span className={styles.chipName}>
              {name}
              {noteOf?.(item) ? <small>{noteOf(item)}</small> : null}
            </span>
            {isOrdered && at < items.length - 1
              ? button(text.later(name), <ChevronRightIcon size={14} />, () => move(at, at + 1))
              : null}
            {button(text.remove(name), <CloseIcon size={14} />, () =>
              onChange(items.filter((other) => other !== item)),
            )}
          </li>
        )
      })}
    </ul>
  )
}

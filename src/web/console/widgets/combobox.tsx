/* oxlint-disable jsx-a11y/prefer-tag-over-role -- ARIA's combobox: neither <datalist> nor <select> shows what a server finds */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { SearchIcon } from '#web/ui/icons.tsx'
import styles from './combobox.module.css'

export interface Choice<T> {
  readonly key: string
  readonly value: T
  readonly label: string
  readonly note?: string
  readonly face?: ReactNode
}

interface ComboboxProps<T> {
  label: string
  placeholder?: string
  /** Of what is typed; undefined while they load. */
  choices: readonly Choice<T>[] | undefined
  /** Called once typing rests, never for half a composed word. */
  onSearch: (text: string) => void
  onPick: (value: T) => void
  texts: { none: string; results: (count: number) => string; loading: string }
}

const QUIET_MS = 200

/** A field that offers what the server finds: the combobox pattern of ARIA with a list. */
export function Combobox<T>({ label, placeholder, choices, onSearch, onPick, texts }: ComboboxProps<T>) {
  const id = useId()
  const [{ text, isComposing }, setTyped] = useState({ text: '', isComposing: false })
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const shown = choices ?? []
  const at = Math.min(active, shown.length - 1)
  useEffect(() => {
    if (isComposing) return undefined
    const timer = setTimeout(() => onSearch(text.trim()), QUIET_MS)
    return () => clearTimeout(timer)
  }, [text, isComposing, onSearch])
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${at}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [id, isOpen, at])
  const pick = (choice: Choice<T> | undefined) => {
    if (!choice) return
    onPick(choice.value)
    setTyped({ text: '', isComposing: false })
    setOpen(false)
    setActive(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (isOpen && shown.length > 0) setActive((at + step + shown.length) % shown.length)
      setOpen(true)
    } else if (event.key === 'Enter') {
      if (isOpen) pick(shown[at])
    } else if (event.key === 'Escape' && isOpen) setOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      className={styles.combobox}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <label className={styles.field}>
        <span className="visually-hidden">{label}</span>
        <SearchIcon size={16} />
        <input
          role="combobox"
          type="text"
          autoComplete="off"
          placeholder={placeholder ?? label}
          maxLength={100}
          value={text}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && shown.length > 0 ? `${id}-${at}` : undefined}
          onChange={({ target }) => {
            setTyped((now) => ({ ...now, text: target.value }))
            setActive(0)
            setOpen(true)
          }}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onCompositionStart={() => setTyped((now) => ({ ...now, isComposing: true }))}
          onCompositionEnd={({ currentTarget }) => setTyped({ text: currentTarget.value, isComposing: false })}
          onKeyDown={onKeyDown}
        />
      </label>
      {isOpen ? (
        <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={label}>
          {shown.map((choice, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the field's
            <div
              key={choice.key}
              id={`${id}-${index}`}
              className={styles.choice}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => pick(choice)}
            >
              {choice.face}
              <span>
                {choice.label}
                {choice.note ? <small>{choice.note}</small> : null}
              </span>
            </div>
          ))}
          {shown.length === 0 ? (
            <div className={styles.none} role="option" aria-selected={false} aria-disabled="true" tabIndex={-1}>
              {choices ? texts.none : texts.loading}
            </div>
          ) : null}
        </div>
      ) : null}
      <output className="visually-hidden">{isOpen && choices ? texts.results(choices.length) : ''}</output>
    </div>
  )
}

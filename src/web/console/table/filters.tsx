import { type ReactNode, useEffect, useId, useState } from 'react'
import { SearchIcon } from '#web/ui/icons.tsx'
import { useShellText } from '../shell/shell-text.ts'
import { SEARCH_FIELD } from '../shell/use-keys.ts'
import styles from './filters.module.css'

const QUIET_MS = 300

interface FiltersProps {
  isFiltered: boolean
  onClear: () => void
  aside?: ReactNode
  children: ReactNode
}

export function Filters({ isFiltered, onClear, aside, children }: FiltersProps) {
  const text = useShellText()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Chrome 117 has no <search>
    <div role="search" className={styles.filters}>
      {children}
      {isFiltered ? (
        <button type="button" className={styles.clear} onClick={onClear}>
          {text.clearFilters}
        </button>
      ) : null}
      {aside ? <div className={styles.aside}>{aside}</div> : null}
    </div>
  )
}

interface SearchBoxProps {
  label: string
  value: string
  hint?: string
  /** Whether `/` reaches it. */
  isMain?: boolean
  onSearch: (text: string | undefined) => void
}

/** Searches once typing rests, never for half a composed word. */
export function SearchBox({ label, value, hint, isMain = true, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState({ text: value, sent: value, isComposing: false })
  // Cleared or restored from outside, and not the echo of what was typed.
  if (value !== typed.sent) setTyped({ text: value, sent: value, isComposing: false })
  const { text, sent, isComposing } = typed
  useEffect(() => {
    if (isComposing || text.trim() === sent) return undefined
    const timer = setTimeout(() => {
      setTyped((now) => ({ ...now, sent: text.trim() }))
      onSearch(text.trim() || undefined)
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [text, sent, isComposing, onSearch])
  return (
    <label className={styles.search}>
      <span className="visually-hidden">{label}</span>
      <SearchIcon size={16} />
      <input
        type="search"
        placeholder={hint ?? label}
        value={text}
        maxLength={100}
        {...(isMain && { [SEARCH_FIELD]: '' })}
        onChange={({ target }) => setTyped((now) => ({ ...now, text: target.value }))}
        onCompositionStart={() => setTyped((now) => ({ ...now, isComposing: true }))}
        onCompositionEnd={({ currentTarget }) =>
          setTyped((now) => ({ ...now, text: currentTarget.value, isComposing: false }))
        }
      />
      {isMain ? <kbd aria-hidden="true">/</kbd> : null}
    </label>
  )
}

interface SelectFilterProps {
  label: string
  value: string | undefined
  options: readonly (readonly [value: string, label: string])[]
  /** One of the options always holds. */
  isRequired?: boolean
  onChange: (value: string | undefined) => void
}

export function SelectFilter({ label, value = '', options, isRequired = false, onChange }: SelectFilterProps) {
  const text = useShellText()
  const id = useId()
  return (
    <span className={styles.select}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value || undefined)}>
        {isRequired ? null : <option value="">{text.all}</option>}
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
}

interface TimeFilterProps {
  label: string
  /** `2026-11-21T16:42`, in Hong Kong; of a day `2026-11-21`. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  isDay?: boolean
  max?: string
}

export function TimeFilter({ label, value = '', onChange, isDay = false, max }: TimeFilterProps) {
  const id = useId()
  const { time } = useShellText()
  return (
    <span className={styles.select}>
      <label htmlFor={id}>
        {label}
        <span className="visually-hidden"> ({time})</span>
      </label>
      <input
        id={id}
        type={isDay ? 'date' : 'datetime-local'}
        max={max}
        title={time}
        value={value}
        onChange={({ target }) => onChange(target.value || undefined)}
      />
    </span>
  )
}

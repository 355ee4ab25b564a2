import type { ReactNode } from 'react'
import { useSearchParams } from '#web/kit/router.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { useShellText } from '../shell/shell-text.ts'
import { ColumnsIcon } from '../widgets/icons.ts'
import { PopoverButton } from '../widgets/popover-button.tsx'
import styles from './table.module.css'

export interface Column<T> {
  readonly id: string
  readonly label: string
  readonly cell: (row: T) => ReactNode
  /** Its values of `sort`, ascending and descending. */
  readonly sort?: { readonly up: string; readonly down: string }
  /** Below this width it is left out, and the first column says it. */
  readonly from?: 'tablet' | 'desktop'
}

/** Rows that are ticked, by their keys. */
export interface Selection {
  readonly keys: ReadonlySet<string>
  readonly onChange: (keys: ReadonlySet<string>) => void
}

const PARAM = 'hidden'

/** Which columns are hidden is in the address. The first one stays. */
export function useColumns<T>(all: readonly Column<T>[]): {
  readonly shown: readonly Column<T>[]
  readonly hidden: ReadonlySet<string>
  readonly toggle: (id: string) => void
} {
  const [query, setQuery] = useSearchParams()
  const hidden = new Set((query.get(PARAM) ?? '').split(',').filter((id) => all.some((column) => column.id === id)))
  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    setQuery(
      (now) => {
        const params = new URLSearchParams(now)
        if (next.size > 0) params.set(PARAM, [...next].join(','))
        else params.delete(PARAM)
        return params
      },
      { replace: true },
    )
  }
  return { shown: all.filter(({ id }, at) => at === 0 || !hidden.has(id)), hidden, toggle }
}

interface ColumnChoiceProps<T> {
  all: readonly Column<T>[]
  hidden: ReadonlySet<string>
  onToggle: (id: string) => void
}

export function ColumnChoice<T>({ all, hidden, onToggle }: ColumnChoiceProps<T>) {
  const text = useShellText()
  return (
    <PopoverButton
      className={styles.columnButton}
      face={
        <>
          <ColumnsIcon size={16} />
          {text.columns}
        </>
      }
    >
      {all.slice(1).map(({ id, label }) => (
        <CheckField
          key={id}
          name={`column-${id}`}
          label={label}
          checked={!hidden.has(id)}
          onChange={() => onToggle(id)}
        />
      ))}
    </PopoverButton>
  )
}

import { useId } from 'react'
import { ChevronDownIcon } from '#web/ui/icons.tsx'
import { FieldFrame, noteIds } from '#web/ui/form/field.tsx'
import styles from './title.module.css'

interface ChooseProps<V extends string> {
  label: string
  value: V
  options: readonly (readonly [V, string])[]
  error?: string | undefined
  onChange: (value: V) => void
}

/** A select of which one option always holds. */
export function Choose<V extends string>({ label, value, options, error, onChange }: ChooseProps<V>) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error}>
      <span className={styles.select}>
        <select
          id={id}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={noteIds(id, { error })}
          onChange={({ target }) => onChange(target.value as V)}
        >
          {options.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDownIcon size={16} />
      </span>
    </FieldFrame>
  )
}

import { useId } from 'react'
import { FieldFrame, noteIds } from '#web/ui/form/field.tsx'
import styles from './form.module.css'
import { instantOf, typedOf } from './hong-kong.rules.ts'

interface TimeFieldProps {
  label: string
  /** Of one that may be empty. */
  hint?: string
  error?: string | undefined
  value: string | null
  onChange: (value: string | null) => void
}

/** A time of Hong Kong. Half a date is kept in the field and is no change yet. */
export function TimeField({ label, hint, error, value, onChange }: TimeFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <span className={styles.time}>
        <input
          id={id}
          type="datetime-local"
          defaultValue={value === null ? '' : typedOf(value)}
          key={value}
          max="2999-12-31T23:59"
          aria-invalid={error ? true : undefined}
          aria-describedby={noteIds(id, { hint, error })}
          onBlur={({ target }) => {
            const instant = instantOf(target.value)
            if (target.validity.badInput) return
            const next = instant ? new Date(instant).toISOString() : null
            if (next !== value) onChange(next)
            if (next === null && value !== null && !hint) target.value = typedOf(value)
          }}
        />
      </span>
    </FieldFrame>
  )
}

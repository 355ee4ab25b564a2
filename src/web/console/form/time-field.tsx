import { useId, useLayoutEffect, useRef } from 'react'
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

/** Years are typed digit by digit: 0002, 0020, 0202. */
const FIRST_YEAR = '1900'

/** A time of Hong Kong, which counts as soon as it is whole. Half a date is kept in the field and is no change yet. */
export function TimeField({ label, hint, error, value, onChange }: TimeFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef(value)
  useLayoutEffect(() => {
    // What was typed here stands in the field already, in which the operator may be typing on.
    if (value !== shown.current) input.current!.value = typedIn(value)
    shown.current = value
  }, [value])
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <span className={styles.time}>
        <input
          id={id}
          ref={input}
          type="datetime-local"
          defaultValue={typedIn(value)}
          max="2999-12-31T23:59"
          aria-invalid={error ? true : undefined}
          aria-describedby={noteIds(id, { hint, error })}
          onChange={({ target }) => read(target)}
          onBlur={({ target }) => {
            read(target)
            if (!hint && target.value === '' && !target.validity.badInput) target.value = typedIn(shown.current)
          }}
        />
      </span>
    </FieldFrame>
  )

  function read({ value: typed, validity }: HTMLInputElement): void {
    const instant = instantOf(typed)
    if (validity.badInput || (instant ? typed < FIRST_YEAR : !hint)) return
    // The field shows no seconds: a value with them is not changed by looking at it.
    if (typed === typedIn(shown.current)) return
    const next = instant ? new Date(instant).toISOString() : null
    shown.current = next
    onChange(next)
  }
}

const typedIn = (value: string | null): string => (value === null ? '' : typedOf(value))

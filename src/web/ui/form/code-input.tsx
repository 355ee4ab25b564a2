import { type Ref, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import { FieldNotes, noteIds, type FieldLook } from './field.tsx'
import { digitsOf } from './digits.rules.ts'
import fieldStyles from './field.module.css'
import styles from './code-input.module.css'

export interface CodeInputProps extends FieldLook {
  name: string
  value: string
  onChange: (digits: string) => void
  /** All digits are there: typed, pasted or filled in from the SMS. */
  onComplete?: (digits: string) => void
  /** How many digits; six unless told. */
  length?: number
  disabled?: boolean
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A code of digits: one input that autofill, paste and screen readers know, with boxes drawn over it. */
export function CodeInput(props: CodeInputProps) {
  const { label, hint, error, className, value, length = 6, autoFocus, onChange, onComplete, ...input } = props
  const id = useId()
  const [isFocused, setFocused] = useState(false)
  const take = (typed: string) => {
    const digits = digitsOf(typed).slice(0, length)
    onChange(digits)
    if (digits.length === length && digits !== value) onComplete?.(digits)
  }
  return (
    <div className={classNames(fieldStyles.field, className)}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div className={classNames(styles.code, error && styles.wrong)}>
        <input
          id={id}
          className={styles.input}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={noteIds(id, { hint, error })}
          data-autofocus={autoFocus ? '' : undefined}
          onChange={(event) => take(event.target.value)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          {...input}
        />
        <span className={styles.boxes} aria-hidden="true">
          {Array.from({ length }, (_, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a box is its place
            <span
              key={at}
              className={classNames(styles.box, isFocused && at === nextBox(value, length) && styles.here)}
            >
              {value[at] ?? ''}
            </span>
          ))}
        </span>
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

const nextBox = (value: string, length: number): number => Math.min(value.length, length - 1)

import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { CheckIcon } from '../icons.tsx'
import { FieldNotes, noteIds } from './field.tsx'
import styles from './check-field.module.css'

export interface CheckFieldProps {
  label: ReactNode
  name: string
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: ReactNode
  error?: string | undefined
  disabled?: boolean
  /** Beside the label and outside of it: a click on it does not tick. */
  aside?: ReactNode
  className?: string | undefined
}

export function CheckField({ label, hint, error, aside, className, onChange, ...input }: CheckFieldProps) {
  const id = useId()
  return (
    <div className={classNames(styles.check, className)}>
      <div className={styles.line}>
        <label className={styles.label}>
          <input
            id={id}
            className={styles.input}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={noteIds(id, { hint, error })}
            onChange={(event) => onChange(event.target.checked)}
            {...input}
          />
          <span className={styles.box}>
            <CheckIcon size={16} />
          </span>
          <span className={styles.text}>{label}</span>
        </label>
        {aside}
      </div>
      <div className={styles.notes}>
        <FieldNotes id={id} hint={hint} error={error} />
      </div>
    </div>
  )
}

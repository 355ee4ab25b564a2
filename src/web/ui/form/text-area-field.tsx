import { useId } from 'react'
import { classNames } from '../class-names.ts'
import { FieldFrame, type FieldLook, type FieldProps, noteIds } from './field.tsx'
import fieldStyles from './field.module.css'
import styles from './text-area-field.module.css'

export interface TextAreaFieldProps extends Omit<FieldLook, 'error'>, FieldProps {
  rows?: number
  maxLength?: number
}

export function TextAreaField({ label, hint, error, className, onChange, rows = 3, ...input }: TextAreaFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} className={className}>
      <div className={classNames(fieldStyles.box, error && fieldStyles.wrong)}>
        <textarea
          id={id}
          className={classNames(fieldStyles.input, styles.area)}
          rows={rows}
          aria-invalid={error ? true : undefined}
          aria-describedby={noteIds(id, { hint, error })}
          onChange={(event) => onChange(event.target.value)}
          {...input}
        />
      </div>
    </FieldFrame>
  )
}

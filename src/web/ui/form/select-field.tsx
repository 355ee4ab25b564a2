import { type ReactNode, useId } from 'react'
import { ChevronDownIcon } from '../icons.tsx'
import { FieldFrame, type FieldLook, type FieldProps, noteIds } from './field.tsx'
import styles from './select-field.module.css'

export interface SelectFieldProps extends Omit<FieldLook, 'error'>, FieldProps {
  empty: string
  lead?: ReactNode
  tail?: ReactNode
  children: ReactNode
}

export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, className, name, value, onChange, empty, lead, tail, children } = props
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} className={className}>
      <div className={styles.box} data-bad={error ? '' : undefined} data-lead={lead ? '' : undefined}>
        {lead ? <span className={styles.lead}>{lead}</span> : null}
        <select
          id={id}
          name={name}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={noteIds(id, { hint, error })}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{empty}</option>
          {children}
        </select>
        <span className={styles.tail}>
          {tail}
          <ChevronDownIcon size={18} />
        </span>
      </div>
    </FieldFrame>
  )
}

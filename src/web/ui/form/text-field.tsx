import { type HTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { classNames } from '../class-names.ts'
import { CheckIcon } from '../icons.tsx'
import { FieldFrame, type FieldLook, noteIds } from './field.tsx'
import styles from './field.module.css'

export interface TextFieldProps extends FieldLook {
  name: string
  /** With `onChange`: the form holds the text. Without: `defaultValue`, and the field does. */
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  type?: 'text' | 'password' | 'email' | 'tel' | 'date' | 'datetime-local' | 'search'
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  autoComplete?: string
  enterKeyHint?: 'next' | 'done' | 'go' | 'send'
  placeholder?: string
  maxLength?: number
  min?: string
  max?: string
  autoCapitalize?: string
  autoFocus?: boolean
  disabled?: boolean
  required?: boolean
  /** Before the text: +852. */
  lead?: ReactNode
  tail?: ReactNode
  isRight?: boolean
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, className, lead, tail, isRight, onChange, type = 'text', autoFocus, ...input } = props
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} className={className}>
      <div className={classNames(styles.box, error && styles.wrong)}>
        {lead ? <span className={styles.lead}>{lead}</span> : null}
        <input
          id={id}
          className={styles.input}
          type={type}
          aria-invalid={error ? true : undefined}
          aria-describedby={noteIds(id, { hint, error })}
          data-autofocus={autoFocus ? '' : undefined}
          onChange={onChange && ((event) => onChange(event.target.value))}
          {...input}
        />
        {isRight && !error ? (
          <span className={styles.tick}>
            <CheckIcon size={18} />
          </span>
        ) : null}
        {tail ? <span className={styles.tail}>{tail}</span> : null}
      </div>
    </FieldFrame>
  )
}

import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { WarningIcon } from '../icons.tsx'
import styles from './field.module.css'

export interface FieldLook {
  label: ReactNode
  /** An error of the same words takes its place. */
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
}

export interface FieldProps {
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

interface FieldFrameProps extends FieldLook {
  id: string
  /** Its error comes while the field has the focus: it is read aloud. */
  isAlert?: boolean
  children: ReactNode
}

const hasHint = ({ hint, error }: Pick<FieldLook, 'hint' | 'error'>): boolean => Boolean(hint) && hint !== error

export const noteIds = (id: string, { hint, error }: Pick<FieldLook, 'hint' | 'error'>): string | undefined =>
  [error ? `${id}-error` : '', hasHint({ hint, error }) ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined

export function FieldFrame({ id, label, hint, error, isAlert, className, children }: FieldFrameProps) {
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      <FieldNotes id={id} hint={hint} error={error} isAlert={isAlert} />
    </div>
  )
}

type FieldNotesProps = Pick<FieldLook, 'hint' | 'error'> & { id: string; isAlert?: boolean | undefined }

export function FieldNotes({ id, hint, error, isAlert }: FieldNotesProps) {
  return (
    <>
      {error ? (
        <p id={`${id}-error`} className={styles.error} role={isAlert ? 'alert' : undefined}>
          <WarningIcon size={16} />
          <span>{error}</span>
        </p>
      ) : null}
      {hasHint({ hint, error }) ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </>
  )
}

/** Always there, since a live region must exist before its text. */
export function FormError({ children }: { children?: ReactNode }) {
  return (
    <div role="alert" className={styles.formError}>
      {children ? (
        <p className={styles.formErrorText}>
          <WarningIcon size={18} />
          <span>{children}</span>
        </p>
      ) : null}
    </div>
  )
}

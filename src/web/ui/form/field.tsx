import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { WarningIcon } from '../icons.tsx'
import styles from './field.module.css'

export interface FieldLook {
  label: ReactNode
  /** Stands below the field, and below its error; an error that says the same takes its place. */
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
}

/** The value of a controlled field. */
export interface FieldProps {
  name: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

interface FieldFrameProps extends FieldLook {
  id: string
  /** Its error comes by itself, while the focus is on the field already: it is read aloud. */
  isAlert?: boolean
  children: ReactNode
}

/** Whether the hint is shown: not beside an error of the same words. */
const hasHint = ({ hint, error }: Pick<FieldLook, 'hint' | 'error'>): boolean => Boolean(hint) && hint !== error

/** The ids that tie a field to its hint and its error. */
export const noteIds = (id: string, { hint, error }: Pick<FieldLook, 'hint' | 'error'>): string | undefined =>
  [error ? `${id}-error` : '', hasHint({ hint, error }) ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined

/** A label above, the field, and its hint or error below. */
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

/** The error with its sign, and the hint. */
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

/** What is wrong with the form as a whole; read aloud when it appears. Its place is there from the start, as live regions must be. */
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

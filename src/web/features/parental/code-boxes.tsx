import { type Ref, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { FieldNotes, noteIds } from '#web/ui/form/field.tsx'
import fieldStyles from '#web/ui/form/field.module.css'
import { boxesOf, digitsOf } from './code-pad.rules.ts'
import { useParentalText } from './parental-text.ts'
import styles from './code-boxes.module.css'

export interface CodeBoxesProps {
  label: string
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  name: string
  value: string
  onChange: (code: string) => void
  /** Shown below the boxes. */
  error?: string | undefined
  /** Styles the boxes as wrong; the message has the id `describedBy`. */
  isWrong?: boolean
  describedBy?: string | undefined
  /** Keeps the focus but accepts no digits. */
  readOnly?: boolean
  /** Receives the focus when its dialog opens. */
  takesFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Four boxes over one masked input, which handles typing, paste and deletion. */
export function CodeBoxes(props: CodeBoxesProps) {
  const { label, hideLabel, value, onChange, error, isWrong, describedBy, takesFocus, ...input } = props
  const { codePad } = useParentalText()
  const id = useId()
  const wrong = isWrong === true || error !== undefined
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : fieldStyles.label}>
        {label}
      </label>
      <div className={classNames(styles.boxes, wrong && styles.wrong, input.readOnly && styles.readOnly)}>
        <input
          id={id}
          className={styles.input}
          type="password"
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
          data-autofocus={takesFocus ? '' : undefined}
          data-1p-ignore=""
          data-lpignore="true"
          spellCheck={false}
          aria-invalid={wrong || undefined}
          aria-describedby={describedBy ?? noteIds(id, { error })}
          value={value}
          onChange={(event) => onChange(digitsOf(event.currentTarget.value))}
          {...input}
        />
        {boxesOf(value).map((state, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- four boxes that never move
          <span key={at} className={classNames(styles.box, styles[state])} aria-hidden="true" />
        ))}
      </div>
      <span className="visually-hidden" aria-live="polite">
        {value === '' ? '' : codePad.progress(value.length)}
      </span>
      <FieldNotes id={id} error={error} />
    </div>
  )
}

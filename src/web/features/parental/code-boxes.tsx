import { type Ref, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { FieldNotes, noteIds } from '#web/ui/form/field.tsx'
import fieldStyles from '#web/ui/form/field.module.css'
import { boxesOf, digitsOf } from './code-pad.rules.ts'
import { useParentalText } from './parental-text.ts'
import styles from './code-boxes.module.css'

export interface CodeBoxesProps {
  label: string
  /** The label is only read aloud: a heading above says it. */
  hideLabel?: boolean
  name: string
  value: string
  onChange: (code: string) => void
  /** Its sentence stands below the boxes. */
  error?: string | undefined
  /** Drawn as wrong; the sentence stands elsewhere, under `describedBy`. */
  isWrong?: boolean
  describedBy?: string | undefined
  /** Keeps the focus, takes no digits. */
  readOnly?: boolean
  /** A dialog that opens with it gives it the focus. */
  takesFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Four boxes drawn over one masked input: what is typed, pasted or deleted happens in the input, the boxes only show it. */
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
      <div className={classNames(styles.boxes, wrong && styles.wrong, input.readOnly && styles.still)}>
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

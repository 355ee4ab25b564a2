import { type Ref, useId } from 'react'
import { classNames } from '../class-names.ts'
import { digitsOf } from './digits.rules.ts'
import { FieldNotes, noteIds, type FieldLook } from './field.tsx'
import fieldStyles from './field.module.css'
import styles from './code-input.module.css'

export interface CodeInputProps extends FieldLook {
  name: string
  value: string
  onChange: (digits: string) => void
  onComplete?: (digits: string) => void
  /** How many digits; six unless told. */
  length?: number
  /** A secret: dots for digits, and nothing for the browser to fill in or remember. */
  isMasked?: boolean
  /** Read aloud while a secret is typed. */
  progress?: (count: number) => string
  hideLabel?: boolean
  /** Styles the boxes as wrong; the message has the id `describedBy`. */
  isWrong?: boolean
  describedBy?: string | undefined
  disabled?: boolean
  /** Keeps the focus but takes no digits. */
  readOnly?: boolean
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

const CODE = { type: 'text', autoComplete: 'one-time-code', enterKeyHint: 'done' } as const
const SECRET = {
  type: 'password',
  pattern: '[0-9]*',
  autoComplete: 'off',
  spellCheck: false,
  'data-1p-ignore': '',
  'data-lpignore': 'true',
} as const

/** One input, for autofill, paste and screen readers, with boxes drawn over it. */
export function CodeInput(props: CodeInputProps) {
  const { label, hideLabel, hint, error, isWrong, describedBy, className, value, length = 6, ...rest } = props
  const { isMasked, progress, autoFocus, onChange, onComplete, ...input } = rest
  const id = useId()
  const wrong = isWrong === true || Boolean(error)
  const take = (typed: string) => {
    const digits = digitsOf(typed).slice(0, length)
    onChange(digits)
    if (digits.length === length && digits !== value) onComplete?.(digits)
  }
  return (
    <div className={classNames(fieldStyles.field, className)}>
      <label className={hideLabel ? 'visually-hidden' : fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <div
        className={classNames(
          styles.code,
          length > 4 && styles.long,
          wrong && styles.wrong,
          input.readOnly && styles.readOnly,
        )}
      >
        <input
          id={id}
          className={styles.input}
          inputMode="numeric"
          {...(isMasked ? SECRET : CODE)}
          value={value}
          aria-invalid={wrong || undefined}
          aria-describedby={describedBy ?? noteIds(id, { hint, error })}
          data-autofocus={autoFocus ? '' : undefined}
          onChange={(event) => take(event.target.value)}
          {...input}
        />
        {Array.from({ length }, (_, at) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- a box is its place
            key={at}
            className={classNames(styles.box, at === Math.min(value.length, length - 1) && styles.here)}
            aria-hidden="true"
          >
            {at < value.length ? isMasked ? <span className={styles.dot} /> : value[at] : null}
          </span>
        ))}
      </div>
      {progress ? (
        <span className="visually-hidden" aria-live="polite">
          {value === '' ? '' : progress(value.length)}
        </span>
      ) : null}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

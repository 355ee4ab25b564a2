import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { keepUnits } from '../keep-units.ts'
import { type FieldLook, FieldNotes, noteIds } from './field.tsx'
import fieldStyles from './field.module.css'
import styles from './radio-field.module.css'

export interface Choice {
  value: string
  label: string
  note?: string
  picture?: ReactNode
  /** Its label is long: as a tile on a phone it has the row to itself. */
  isWide?: boolean
}

export interface RadioFieldProps extends FieldLook {
  name: string
  /** Empty: nothing is chosen yet. */
  value: string
  onChange: (value: string) => void
  choices: readonly Choice[]
  look?: 'segments' | 'list' | 'tiles' | 'pictures'
  disabled?: boolean
}

export function RadioField(props: RadioFieldProps) {
  const { label, hint, error, className, name, value, onChange, choices, look = 'segments', disabled } = props
  const id = useId()
  return (
    <fieldset
      className={classNames(fieldStyles.field, className)}
      disabled={disabled}
      aria-describedby={noteIds(id, { hint, error })}
    >
      <legend className={fieldStyles.label}>{label}</legend>
      <div className={classNames(styles[look], error && styles.wrong)}>
        {choices.map((choice, at) => (
          <label key={choice.value} className={styles.choice} data-wide={choice.isWide ? '' : undefined}>
            <input
              className={styles.input}
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              data-wrong={error && at === 0 ? '' : undefined}
              onChange={() => onChange(choice.value)}
            />
            <span className={styles.text}>
              {choice.picture}
              <span>{keepUnits(choice.label)}</span>
              {choice.note ? <span className={styles.note}>{keepUnits(choice.note)}</span> : null}
            </span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  )
}

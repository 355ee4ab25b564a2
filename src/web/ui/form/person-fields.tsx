import { useId } from 'react'
import { classNames } from '../class-names.ts'
import { finishDay, joinDay, partsOfDay, readDay } from './birthday.rules.ts'
import { type FieldLook, FieldNotes, type FieldProps, noteIds } from './field.tsx'
import styles from './field.module.css'
import { TextField } from './text-field.tsx'

type PersonFieldProps = FieldProps & Pick<FieldLook, 'label' | 'hint' | 'className'>

export const EmailField = (props: PersonFieldProps) => (
  <TextField type="email" inputMode="email" autoComplete="email" autoCapitalize="off" {...props} />
)

interface BirthdayFieldProps extends PersonFieldProps {
  parts: Readonly<Record<DayPart, string>>
}

const PARTS = ['year', 'month', 'day'] as const
type DayPart = (typeof PARTS)[number]

const EXAMPLE = { year: '2000', month: '01', day: '01' } as const

/** Year, month and day, each typed; a whole date that is pasted or filled in is spread over the three. */
export function BirthdayField({ label, hint, error, className, name, value, onChange, parts }: BirthdayFieldProps) {
  const id = useId()
  const given = partsOfDay(value)
  const change = (part: DayPart, typed: string) => {
    const pasted = readDay(typed)
    if (/^\d{4}-\d{2}-\d{1,2}$/.test(pasted)) onChange(finishDay(pasted))
    else onChange(joinDay({ ...given, [part]: typed.normalize('NFKC').replaceAll(/\D/g, '') }))
  }
  return (
    <fieldset className={classNames(styles.field, className)} aria-describedby={noteIds(id, { hint, error })}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.dayParts}>
        {PARTS.map((part) => (
          <label key={part} className={styles.dayPart}>
            <span className={styles.dayLabel}>{parts[part]}</span>
            <span className={classNames(styles.box, error && styles.wrong)}>
              <input
                className={styles.input}
                name={part === 'year' ? name : `${name}-${part}`}
                inputMode="numeric"
                autoComplete={`bday-${part}`}
                placeholder={EXAMPLE[part]}
                data-wrong={error ? '' : undefined}
                aria-invalid={error ? true : undefined}
                aria-describedby={noteIds(id, { hint, error })}
                value={given[part]}
                onChange={({ target }) => change(part, target.value)}
                onBlur={() => onChange(finishDay(value))}
              />
            </span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  )
}

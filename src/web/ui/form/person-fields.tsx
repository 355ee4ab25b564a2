import { useId } from 'react'
import { classNames } from '../class-names.ts'
import { FIRST_YEAR, finishDay, joinDay, partsOfDay, readDay, type WrongDay, wrongDay } from './birthday.rules.ts'
import { type FieldLook, FieldNotes, type FieldProps, noteIds } from './field.tsx'
import styles from './field.module.css'
import { TextField } from './text-field.tsx'

type PersonFieldProps = FieldProps & Pick<FieldLook, 'label' | 'hint' | 'className'>

export const EmailField = (props: PersonFieldProps) => (
  <TextField type="email" inputMode="email" autoComplete="email" autoCapitalize="off" {...props} />
)

interface BirthdayFieldProps extends FieldProps, Pick<FieldLook, 'label'> {
  hint: string
  text: BirthdayText
}

interface BirthdayText {
  parts: Readonly<Record<DayPart, string>>
  wrong: {
    year: (first: number, last: number) => string
    month: string
    day: (last: number) => string
    future: string
  }
}

const PARTS = ['year', 'month', 'day'] as const
type DayPart = (typeof PARTS)[number]

const EXAMPLE = { year: '2000', month: '01', day: '01' } as const

/** Year, month and day, each typed; a whole date that is pasted or filled in is spread over the three. The error is about one of them. */
export function BirthdayField({ label, hint, text, error, name, value, onChange }: BirthdayFieldProps) {
  const id = useId()
  const given = partsOfDay(value)
  const wrong = error === undefined ? undefined : wrongDay(value)
  const notes = { hint, error: wrong ? sentenceOf(wrong, text) : error }
  const isWrong = (part: DayPart) => error !== undefined && (!wrong || wrong.part === 'future' || wrong.part === part)
  const change = (part: DayPart, typed: string) => {
    const pasted = readDay(typed)
    if (/^\d{4}-\d{2}-\d{1,2}$/.test(pasted)) onChange(finishDay(pasted))
    else onChange(joinDay({ ...given, [part]: typed.normalize('NFKC').replaceAll(/\D/g, '') }))
  }
  return (
    <fieldset className={styles.field} aria-describedby={noteIds(id, notes)}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.dayParts}>
        {PARTS.map((part) => (
          <label key={part} className={styles.dayPart}>
            <span className={styles.dayLabel}>{text.parts[part]}</span>
            <span className={classNames(styles.box, isWrong(part) && styles.wrong)}>
              <input
                className={styles.input}
                name={part === 'year' ? name : `${name}-${part}`}
                inputMode="numeric"
                autoComplete={`bday-${part}`}
                placeholder={EXAMPLE[part]}
                data-wrong={isWrong(part) ? '' : undefined}
                aria-invalid={isWrong(part) ? true : undefined}
                aria-describedby={noteIds(id, notes)}
                value={given[part]}
                onChange={({ target }) => change(part, target.value)}
                onBlur={() => onChange(finishDay(value))}
              />
            </span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} {...notes} />
    </fieldset>
  )
}

function sentenceOf(wrong: WrongDay, { wrong: text }: BirthdayText): string {
  if (wrong.part === 'year') return text.year(FIRST_YEAR, wrong.last)
  return wrong.part === 'day' ? text.day(wrong.last) : text[wrong.part]
}

import type { FieldLook } from './field.tsx'
import { finishDay, readDay } from './birthday.rules.ts'
import { TextField } from './text-field.tsx'
import type { FieldProps } from './field.tsx'

type PersonFieldProps = FieldProps & Pick<FieldLook, 'label' | 'hint'>

export const EmailField = (props: PersonFieldProps) => (
  <TextField type="email" inputMode="email" autoComplete="email" autoCapitalize="off" {...props} />
)

export const BirthdayField = ({ value, onChange, ...field }: PersonFieldProps) => (
  <TextField
    inputMode="numeric"
    autoComplete="bday"
    placeholder="2000-01-01"
    {...field}
    value={value}
    onChange={(typed) => onChange(readDay(typed))}
    onBlur={() => {
      const finished = finishDay(value)
      if (finished !== value) onChange(finished)
    }}
  />
)

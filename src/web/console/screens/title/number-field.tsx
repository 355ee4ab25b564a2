import { TextField } from '#web/ui/form/text-field.tsx'

interface NumberFieldProps {
  name: string
  label: string
  hint?: string
  error?: string | undefined
  max: number
  value: number
  onChange: (value: number) => void
}

/** A whole number; empty is 0. Other characters are not taken. */
export function NumberField({ value, max, onChange, hint, ...props }: NumberFieldProps) {
  return (
    <TextField
      {...props}
      {...(hint && { hint })}
      inputMode="numeric"
      autoComplete="off"
      maxLength={String(max).length}
      value={value === 0 ? '' : String(value)}
      onChange={(typed) => onChange(Math.min(max, Number(typed.replaceAll(/\D/g, ''))))}
    />
  )
}

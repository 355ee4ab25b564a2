import type { FieldProps } from '#web/ui/form/field.tsx'
import { ParentalCodeInput } from './parental-code-input.tsx'
import { useParentalText } from './parental-text.ts'

/** The new parental code and its confirmation. */
export function NewCodeFields({ newCode, confirmCode }: { newCode: FieldProps; confirmCode: FieldProps }) {
  const { reset } = useParentalText()
  return (
    <>
      <ParentalCodeInput label={reset.newCode} {...newCode} />
      <ParentalCodeInput label={reset.confirmCode} {...confirmCode} />
    </>
  )
}

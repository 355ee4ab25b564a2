import type { FieldProps } from '#web/ui/form/field.tsx'
import { ParentalCodeInput } from './parental-code-input.tsx'
import { useText } from '#web/kit/text.ts'

/** The new parental code and its confirmation. */
export function NewCodeFields({ newCode, confirmCode }: { newCode: FieldProps; confirmCode: FieldProps }) {
  const { reset } = useText('parental')
  return (
    <>
      <ParentalCodeInput label={reset.newCode} {...newCode} />
      <ParentalCodeInput label={reset.confirmCode} {...confirmCode} />
    </>
  )
}

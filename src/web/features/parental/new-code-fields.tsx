import type { FieldProps } from '#web/ui/form/field.tsx'
import { CodeBoxes } from './code-boxes.tsx'
import { useParentalText } from './parental-text.ts'

/** The new parental code and its confirmation. */
export function NewCodeFields({ newCode, confirmCode }: { newCode: FieldProps; confirmCode: FieldProps }) {
  const { reset } = useParentalText()
  return (
    <>
      <CodeBoxes label={reset.newCode} {...newCode} />
      <CodeBoxes label={reset.confirmCode} {...confirmCode} />
    </>
  )
}

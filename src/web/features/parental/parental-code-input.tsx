import { PARENTAL_CODE_DIGITS } from '#contract/fields.ts'
import { CodeInput, type CodeInputProps } from '#web/ui/form/code-input.tsx'
import { useParentalText } from './parental-text.ts'

/** The four digits of a parental code, masked. */
export function ParentalCodeInput(props: Omit<CodeInputProps, 'length' | 'isMasked' | 'progress'>) {
  const { codePad } = useParentalText()
  return <CodeInput {...props} length={PARENTAL_CODE_DIGITS} isMasked progress={codePad.progress} />
}

import { PARENTAL_CODE_DIGITS } from '#contract/fields.ts'
import { CodeInput, type CodeInputProps } from '#web/ui/form/code-input.tsx'
import { useText } from '#web/kit/text.ts'

/** The four digits of a parental code, masked. */
export function ParentalCodeInput(props: Omit<CodeInputProps, 'length' | 'isMasked' | 'progress'>) {
  const { codePad } = useText('parental')
  return <CodeInput {...props} length={PARENTAL_CODE_DIGITS} isMasked progress={codePad.progress} />
}

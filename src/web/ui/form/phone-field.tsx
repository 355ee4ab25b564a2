import { type ChangeEvent, useId, useLayoutEffect, useRef } from 'react'
import { caretIn, digitsBeforeCaret, isWholeNumber, readNumber } from './phone.rules.ts'
import { RadioField } from './radio-field.tsx'
import { FieldFrame, noteIds } from './field.tsx'
import { CheckIcon } from '../icons.tsx'
import { classNames } from '../class-names.ts'
import type { FieldProps } from './field.tsx'
import styles from './field.module.css'

export interface PhoneFieldProps {
  regionLabel: string
  regions: readonly { areaCode: string; name: string }[]
  region: FieldProps
  label: string
  number: FieldProps
  hint?: string
  /** `username` where it is what one signs in with. */
  autoComplete?: 'username' | 'tel-national'
  disabled?: boolean
}

export function PhoneField(props: PhoneFieldProps) {
  const { regionLabel, regions, region, label, number, hint, autoComplete = 'tel-national', disabled } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  function take({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    // A composition's half-made characters are left alone until it ends.
    if ((nativeEvent as InputEvent).isComposing) return number.onChange(target.value)
    show(target)
  }

  function show({ value, selectionStart }: HTMLInputElement) {
    const { text, areaCode } = readNumber(
      value,
      regions.map((one) => one.areaCode),
    )
    caret.current = caretIn(text, digitsBeforeCaret(value, selectionStart ?? value.length, text))
    number.onChange(text)
    if (areaCode && areaCode !== region.value) region.onChange(areaCode)
  }

  const { error } = number
  return (
    <>
      <RadioField
        label={regionLabel}
        choices={regions.map(({ areaCode, name }) => ({ value: areaCode, label: name, note: `+${areaCode}` }))}
        disabled={disabled ?? false}
        {...region}
      />
      <FieldFrame id={id} label={label} hint={hint} error={error}>
        <div className={classNames(styles.box, error && styles.wrong)}>
          <span className={styles.lead} aria-hidden="true">
            +{region.value}
          </span>
          <input
            ref={input}
            id={id}
            name={number.name}
            className={styles.input}
            type="tel"
            inputMode="tel"
            autoComplete={autoComplete}
            value={number.value}
            disabled={disabled}
            aria-invalid={error ? true : undefined}
            aria-describedby={noteIds(id, { hint, error })}
            onChange={take}
            onCompositionEnd={(event) => show(event.currentTarget)}
          />
          {isWholeNumber(number.value) && !error ? (
            <span className={styles.tick}>
              <CheckIcon size={18} />
            </span>
          ) : null}
        </div>
      </FieldFrame>
    </>
  )
}

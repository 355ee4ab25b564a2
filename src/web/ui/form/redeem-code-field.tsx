import { type ChangeEvent, type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { FieldFrame, type FieldLook, type FieldProps, noteIds } from './field.tsx'
import { deleteInCode, fitsBoxes, groupAt, readCode } from './redeem-code.rules.ts'
import styles from './redeem-code-field.module.css'

export interface RedeemCodeFieldProps extends Omit<FieldLook, 'error'>, FieldProps {
  disabled?: boolean
  /** Keeps the focus but takes no characters. */
  readOnly?: boolean
  ref?: Ref<HTMLInputElement>
}

const BOXES = [0, 1, 2, 3] as const

const CODE = {
  type: 'text',
  inputMode: 'text',
  autoComplete: 'off',
  autoCapitalize: 'characters',
  autoCorrect: 'off',
  spellCheck: false,
  enterKeyHint: 'go',
} as const

/** One input over four boxes; a code of another shape or length has one box. */
export function RedeemCodeField(props: RedeemCodeFieldProps) {
  const { label, hint, error, className, name, value, onChange, disabled, readOnly, ref } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const wanted = useRef<number | null>(null)
  const [caret, setCaret] = useState(value.length)
  useImperativeHandle(ref, () => input.current as HTMLInputElement, [])
  useLayoutEffect(() => {
    if (wanted.current === null) return
    if (document.activeElement === input.current) input.current?.setSelectionRange(wanted.current, wanted.current)
    wanted.current = null
  })

  function take({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const { inputType = '', isComposing } = nativeEvent as Partial<InputEvent>
    // A composition's half-made characters are left alone until it ends.
    if (isComposing) return onChange(target.value)
    const edited = { text: target.value, caret: target.selectionStart ?? target.value.length }
    show(
      inputType.startsWith('deleteContent')
        ? deleteInCode(value, edited, { forward: inputType === 'deleteContentForward' })
        : readCode(edited),
    )
  }

  function show({ text, caret: next }: { text: string; caret: number }) {
    wanted.current = next
    setCaret(next)
    onChange(text)
  }

  const isBoxed = fitsBoxes(value)
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} className={className}>
      <div className={styles.frame}>
        <div className={classNames(styles.code, isBoxed && styles.boxed, error && styles.wrong)}>
          <input
            ref={input}
            id={id}
            name={name}
            className={styles.input}
            {...CODE}
            value={value}
            disabled={disabled}
            readOnly={readOnly}
            aria-invalid={error ? true : undefined}
            aria-describedby={noteIds(id, { hint, error })}
            onChange={take}
            onCompositionEnd={({ currentTarget }) =>
              show(readCode({ text: currentTarget.value, caret: currentTarget.value.length }))
            }
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
          />
          {isBoxed
            ? BOXES.map((box) => (
                <span
                  key={box}
                  className={classNames(styles.box, box === groupAt(value, caret) && styles.here)}
                  aria-hidden="true"
                />
              ))
            : null}
        </div>
      </div>
    </FieldFrame>
  )
}

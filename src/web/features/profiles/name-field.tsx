import { useEffect, useId, useRef, useState } from 'react'
import { PROFILE_NAME_MAX } from '#contract/fields.ts'
import { classNames } from '#web/ui/class-names.ts'
import { FieldNotes, type FieldProps, noteIds } from '#web/ui/form/field.tsx'
import fieldStyles from '#web/ui/form/field.module.css'
import { readName } from './profile-form.rules.ts'
import styles from './name-field.module.css'
import { useText } from '#web/kit/text.ts'

export interface NameFieldProps extends FieldProps {
  /** Focused on mount. */
  takesFocus?: boolean
}

/** A profile's name with a character count. Text that is still being composed (Cangjie, Zhuyin) is not counted. */
export function NameField({ name, value, onChange, error, takesFocus }: NameFieldProps) {
  const { edit } = useText('profiles')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  /** The name before the current composition. */
  const [before, setBefore] = useState<string>()
  const { count, state } = readName(before ?? value)
  const isLong = state === 'too-long'
  const message = error ?? (isLong ? edit.nameTooLong(PROFILE_NAME_MAX) : undefined)
  const hint = edit.nameHint(PROFILE_NAME_MAX)
  useEffect(() => {
    if (takesFocus) input.current?.focus({ preventScroll: true })
  }, [takesFocus])

  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {edit.name}
      </label>
      <div className={classNames(fieldStyles.box, message && fieldStyles.wrong)}>
        <input
          ref={input}
          id={id}
          className={fieldStyles.input}
          type="text"
          name={name}
          autoComplete="off"
          enterKeyHint="done"
          value={value}
          aria-invalid={message ? true : undefined}
          aria-describedby={`${noteIds(id, { hint, error: message })} ${id}-count`}
          onChange={(event) => onChange(event.currentTarget.value)}
          onCompositionStart={() => setBefore(value)}
          onCompositionEnd={() => setBefore(undefined)}
        />
        <span id={`${id}-count`} className={classNames(styles.count, isLong && styles.over)}>
          {edit.count(count, PROFILE_NAME_MAX)}
        </span>
      </div>
      <FieldNotes id={id} hint={hint} error={message} />
    </div>
  )
}

import { useState } from 'react'
import { isKidsMode } from '#web/viewer/session/session.ts'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { PasswordReset } from './password-reset.tsx'
import { SmsReset } from './sms-reset.tsx'
import styles from './reset-code.module.css'
import { useText } from '#web/kit/text.ts'

const METHODS = ['sms', 'password'] as const

/** Resets a forgotten parental code by SMS or, outside of kids mode, by the account's password. */
export function ResetCode({ onDone }: { onDone: () => void }) {
  const { reset } = useText('parental')
  const [method, setMethod] = useState<(typeof METHODS)[number]>('sms')
  const Form = method === 'sms' ? SmsReset : PasswordReset
  return (
    <div className={styles.reset}>
      <p className={styles.intro}>{reset.intro}</p>
      {isKidsMode() ? null : (
        <RadioField
          label={reset.way}
          name="way"
          value={method}
          onChange={(chosen) => setMethod(chosen === 'password' ? 'password' : 'sms')}
          choices={METHODS.map((value) => ({ value, label: reset.ways[value] }))}
        />
      )}
      <Form onDone={onDone} />
    </div>
  )
}

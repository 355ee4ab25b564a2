import { useState } from 'react'
import { isKidsMode } from '#web/viewer/session/session.ts'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { useParentalText } from './parental-text.ts'
import { PasswordReset } from './password-reset.tsx'
import { SmsReset } from './sms-reset.tsx'
import styles from './reset-code.module.css'

const WAYS = ['sms', 'password'] as const

/** Sets a forgotten parental code anew: by SMS, or by the account's password where no child is at it. */
export function ResetCode({ onDone }: { onDone: () => void }) {
  const { reset } = useParentalText()
  const [way, setWay] = useState<(typeof WAYS)[number]>('sms')
  const Form = way === 'sms' ? SmsReset : PasswordReset
  return (
    <div className={styles.reset}>
      <p className={styles.intro}>{reset.intro}</p>
      {isKidsMode() ? null : (
        <RadioField
          label={reset.way}
          name="way"
          value={way}
          onChange={(chosen) => setWay(chosen === 'password' ? 'password' : 'sms')}
          choices={WAYS.map((value) => ({ value, label: reset.ways[value] }))}
        />
      )}
      <Form onDone={onDone} />
    </div>
  )
}

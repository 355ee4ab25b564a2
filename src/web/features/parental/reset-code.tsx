import { useState } from 'react'
import { isKidsMode } from '#web/viewer/session/session.ts'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { SmsReset } from './sms-reset.tsx'
import styles from './reset-code.module.css'
import { useText } from '#web/kit/text.ts'
import * as z from 'zod/mini'
import { parentalCode, typedPassword } from '#contract/fields.ts'
import { checkCustomerPassword, resetPasscode } from '#contract/parental.ts'
import { useForm } from '#web/kit/use-form.ts'
import { atField, useSubmit } from '#web/kit/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { entriesAgree, useCodeMessages } from './new-code.ts'
import { NewCodeFields } from './new-code-fields.tsx'

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

const schema = z
  .object({ password: typedPassword, newCode: parentalCode, confirmCode: parentalCode })
  .check(entriesAgree())

/** Resets the parental code by the account's password: it gives a token for one reset. */
function PasswordReset({ onDone }: { onDone: () => void }) {
  const { reset, screen } = useText('parental')
  const proving = useSubmit(checkCustomerPassword, {
    on: { WRONG_CREDENTIALS: atField('password', reset.passwordWrong) },
  })
  const resetting = useSubmit(resetPasscode, { onSuccess: onDone })
  const form = useForm({
    schema,
    initial: { password: '', newCode: '', confirmCode: '' },
    messageOf: useCodeMessages(),
    submit: async ({ password, newCode, confirmCode }) => {
      const proof = await proving.submit({ password })
      if (proof.result === 'FAILED') return proof
      return resetting.submit({ passwordToken: proof.passwordToken, newCode, confirmCode })
    },
  })
  return (
    <form {...form.form} className={styles.form}>
      <TextField
        label={reset.password}
        type="password"
        inputMode="numeric"
        autoComplete="current-password"
        {...form.field('password')}
      />
      <NewCodeFields newCode={form.field('newCode')} confirmCode={form.field('confirmCode')} />
      <FormError>{form.formError}</FormError>
      <Button look="primary" type="submit" wide busy={form.pending} busyText={screen.busy}>
        {reset.save}
      </Button>
    </form>
  )
}

import { useState } from 'react'
import * as z from 'zod/mini'
import { parentalCode, smsCode, typedPassword } from '#contract/fields.ts'
import { checkCustomerPassword, resetPasscode, sendParentalResetCode } from '#contract/parental.ts'
import { formatClock } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useForm } from '#web/kit/use-form.ts'
import { atField, useSubmit } from '#web/kit/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { isKidsMode, useSession } from '#web/viewer/session/session.ts'
import { NewCodeFields } from './new-code-fields.tsx'
import { entriesAgree, useCodeMessages } from './new-code.ts'
import styles from './reset-code.module.css'

const smsSchema = z.object({ code: smsCode, newCode: parentalCode, confirmCode: parentalCode }).check(entriesAgree())

/** Resets the parental code by a code sent to the account's number, at most one every three minutes. */
function SmsReset({ onDone }: { onDone: () => void }) {
  const { reset, screen } = useText('parental')
  const { mobileno } = useSession()
  const resetting = useSubmit(resetPasscode, {
    onSuccess: onDone,
    on: { WRONG_CODE: atField('code'), CODE_EXPIRED: atField('code') },
  })
  const form = useForm({
    schema: smsSchema,
    initial: { code: '', newCode: '', confirmCode: '' },
    messageOf: useCodeMessages(),
    submit: resetting.submit,
  })
  const [isSent, setSent] = useState(false)
  const sending = useSubmit(sendParentalResetCode, {
    waitAfter: ({ waitSeconds }) => waitSeconds,
    onSuccess: () => {
      setSent(true)
      form.set({ code: '' })
    },
  })
  const { left } = sending.wait

  async function send(): Promise<void> {
    const answer = await sending.submit({})
    if (answer.result === 'FAILED') form.refuse(answer)
  }

  return (
    <form {...form.form} className={styles.form}>
      <div>
        <p className={styles.note}>{reset.smsText(maskedNumber(mobileno))}</p>
        <div className={styles.send}>
          <Button
            size="s"
            busy={sending.pending}
            busyText={screen.busy}
            disabled={left > 0}
            onClick={() => void send()}
          >
            {isSent ? reset.resend : reset.send}
          </Button>
          {left > 0 ? <span role="timer">{reset.resendIn(formatClock(left))}</span> : null}
        </div>
        <output className={styles.good}>{isSent ? reset.sent : ''}</output>
      </div>
      <CodeInput label={reset.code} {...form.field('code')} />
      <NewCodeFields newCode={form.field('newCode')} confirmCode={form.field('confirmCode')} />
      <FormError>{form.formError}</FormError>
      <Button look="primary" type="submit" wide busy={form.pending} busyText={screen.busy}>
        {reset.save}
      </Button>
    </form>
  )
}

/** Only the last four digits: a child may see this screen. */
const maskedNumber = (mobileno: string | undefined): string => (mobileno ? `**** ${mobileno.slice(-4)}` : '')

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

const passwordSchema = z
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
    schema: passwordSchema,
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

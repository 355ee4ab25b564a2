import { useState } from 'react'
import * as z from 'zod/mini'
import { parentalCode, smsCode } from '#contract/fields.ts'
import { resetPasscode, sendParentalResetCode } from '#contract/parental.ts'
import { useForm } from '#web/kit/use-form.ts'
import { atField, useSubmit } from '#web/kit/use-submit.ts'
import { formatClock } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { entriesAgree, useCodeMessages } from './new-code.ts'
import { NewCodeFields } from './new-code-fields.tsx'
import styles from './reset-code.module.css'

const schema = z.object({ code: smsCode, newCode: parentalCode, confirmCode: parentalCode }).check(entriesAgree())

/** Resets the parental code by a code sent to the account's number, at most one every three minutes. */
export function SmsReset({ onDone }: { onDone: () => void }) {
  const { reset, screen } = useText('parental')
  const { mobileno } = useSession()
  const resetting = useSubmit(resetPasscode, {
    onSuccess: onDone,
    on: { WRONG_CODE: atField('code'), CODE_EXPIRED: atField('code') },
  })
  const form = useForm({
    schema,
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

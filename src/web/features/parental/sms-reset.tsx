import { useState } from 'react'
import * as z from 'zod/mini'
import { parentalCode, smsCode } from '#contract/fields.ts'
import { resetPasscode, sendParentalResetCode } from '#contract/parental.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { formatClock } from '#web/kit/format.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { entriesAgree, useCodeComplain } from './new-code.ts'
import { NewCodeFields } from './new-code-fields.tsx'
import { useParentalText } from './parental-text.ts'
import styles from './reset-code.module.css'

const schema = z.object({ code: smsCode, newCode: parentalCode, confirmCode: parentalCode }).check(entriesAgree())

/** By a code to the account's number: one may be sent every three minutes. */
export function SmsReset({ onDone }: { onDone: () => void }) {
  const { reset, screen } = useParentalText()
  const { mobileno } = useSession()
  const [sent, setSent] = useState<SentCode>({ sending: false })
  const left = useCountdown(sent.againAt)
  const form = useForm({
    schema,
    initial: { code: '', newCode: '', confirmCode: '' },
    complain: useCodeComplain(),
    submit: async (values) => {
      const answer = await call(resetPasscode, values)
      if (answer.result === 'SUCCESS') {
        onDone()
        return undefined
      }
      const isAboutCode = answer.errorCode === 'WRONG_CODE' || answer.errorCode === 'CODE_EXPIRED'
      return isAboutCode ? { message: '', fields: { code: answer.message } } : answer
    },
  })
  const send = async () => {
    setSent((was) => ({ ...was, sending: true }))
    const answer = await call(sendParentalResetCode, {})
    const wait = answer.result === 'SUCCESS' ? answer.waitSeconds : answer.retryAfter
    setSent({
      sending: false,
      ...(wait === undefined ? {} : { againAt: Date.now() + wait * 1000 }),
      said:
        answer.result === 'SUCCESS' ? { isRight: true, text: reset.sent } : { isRight: false, text: answer.message },
    })
    if (answer.result === 'SUCCESS') form.set({ code: '' })
  }

  return (
    <form {...form.form} className={styles.form}>
      <div>
        <p className={styles.note}>{reset.smsText(maskedNumber(mobileno))}</p>
        <div className={styles.send}>
          <Button size="s" busy={sent.sending} busyText={screen.busy} disabled={left > 0} onClick={() => void send()}>
            {sent.said ? reset.resend : reset.send}
          </Button>
          {left > 0 ? <span role="timer">{reset.resendIn(formatClock(left))}</span> : null}
        </div>
        <output className={sent.said?.isRight === false ? styles.bad : styles.good}>{sent.said?.text}</output>
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

interface SentCode {
  sending: boolean
  /** When the next may be sent, in ms since 1970. */
  againAt?: number
  said?: { isRight: boolean; text: string }
}

/** The last four digits: enough to know which phone to look at, on a screen that a child may see. */
const maskedNumber = (mobileno: string | undefined): string => (mobileno ? `**** ${mobileno.slice(-4)}` : '')

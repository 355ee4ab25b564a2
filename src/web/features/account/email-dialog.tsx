import { useState } from 'react'
import { sendEmailCode, verifyEmail } from '#contract/accounts.ts'
import { useKeepAccount } from '#web/viewer/account/use-account.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { useComplain } from '#web/kit/field-errors.ts'
import { useText } from '#web/kit/text.ts'
import { useCountdown } from '#web/kit/use-countdown.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useAccountText } from './account-text.ts'
import styles from './dialogs.module.css'

/** Sends a code to the address, and takes it. */
export function EmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { email: text } = useAccountText()
  const { site } = useText()
  const keep = useKeepAccount()
  const sending = useSending()
  const form = useForm({
    schema: verifyEmail.input,
    initial: { code: '' },
    complain: useComplain(),
    submit: async (values) => {
      const answer = await call(verifyEmail, values)
      if (answer.result === 'FAILED') return answer
      keep(answer.profile)
      showToast({ text: text.done })
      onClose()
      return undefined
    },
  })
  return (
    <Dialog title={text.title} closeLabel={site.close} onClose={onClose}>
      <p className={styles.text}>{sending.isSent ? text.sent(email) : text.text(email)}</p>
      {sending.isSent ? (
        <form className={styles.form} {...form.form}>
          <CodeInput
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
            autoFocus
            label={text.code}
            {...form.field('code')}
            onComplete={(code) => void form.send({ code })}
          />
          <FormError>{form.formError ?? sending.error}</FormError>
          <Button look="primary" type="submit" wide busy={form.pending} busyText={site.busy}>
            {text.confirm}
          </Button>
          <Button
            look="text"
            wide
            disabled={sending.wait > 0}
            busy={sending.isBusy}
            busyText={site.busy}
            onClick={() => void sending.send()}
          >
            {sending.wait > 0 ? text.resendIn(String(sending.wait)) : text.resend}
          </Button>
        </form>
      ) : (
        <div className={styles.form}>
          <FormError>{sending.error}</FormError>
          <Button
            look="primary"
            wide
            disabled={sending.wait > 0}
            busy={sending.isBusy}
            busyText={site.busy}
            onClick={() => void sending.send()}
          >
            {sending.wait > 0 ? text.resendIn(String(sending.wait)) : text.send}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

/** The sending: whether a code is under way, and when the next may be asked for. */
function useSending() {
  const [isSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [until, setUntil] = useState<number>()
  const wait = useCountdown(until)
  return { isSent, isBusy, error, wait, send }

  async function send() {
    setBusy(true)
    setError(undefined)
    const answer = await call(sendEmailCode, {})
    setBusy(false)
    if (answer.result === 'SUCCESS') {
      setSent(true)
      setUntil(Date.now() + answer.waitSeconds * 1000)
      return
    }
    setError(answer.message)
    if (answer.retryAfter) setUntil(Date.now() + answer.retryAfter * 1000)
  }
}

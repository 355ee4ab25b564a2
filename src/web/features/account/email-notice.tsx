import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { InfoIcon } from '#web/ui/feature-icons.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useText } from '#web/kit/text.ts'
import { sendEmailCode, verifyEmail } from '#contract/accounts.ts'
import { useKeepAccount } from '#web/viewer/account/use-account.ts'
import { formatClock } from '#web/kit/format.ts'
import { useForm } from '#web/kit/use-form.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import styles from './dialogs.module.css'

/** Shown until the e-mail address is verified. */
export function EmailNotice({ email }: { email: string }) {
  const text = useText('account').email
  const [open, setOpen] = useState(false)
  return (
    <Notice tone="warn" icon={<InfoIcon />} title={text.noticeTitle} text={text.noticeText}>
      <Button size="s" aria-expanded={open} onClick={() => setOpen(true)}>
        {text.verify}
      </Button>
      {open ? <EmailDialog email={email} onClose={() => setOpen(false)} /> : null}
    </Notice>
  )
}

/** Verifies the e-mail address by a code sent to it. */
export function EmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { email: text } = useText('account')
  const { site } = useShellText()
  const keep = useKeepAccount()
  const [isSent, setSent] = useState(false)
  const sending = useSubmit(sendEmailCode, {
    waitAfter: ({ waitSeconds }) => waitSeconds,
    onSuccess: () => setSent(true),
  })
  const verifying = useSubmit(verifyEmail, {
    toast: text.done,
    onSuccess: ({ profile }) => {
      keep(profile)
      onClose()
    },
  })
  const form = useForm({ schema: verifyEmail.input, initial: { code: '' }, submit: verifying.submit })
  const sendButton = {
    disabled: sending.wait.left > 0,
    busy: sending.pending,
    busyText: site.busy,
    onClick: () => void sending.submit({}),
  }
  const waiting = sending.wait.left > 0 ? text.resendIn(formatClock(sending.wait.left)) : undefined
  return (
    <Dialog title={text.title} closeLabel={site.close} onClose={onClose}>
      <p className={styles.text}>{isSent ? text.sent(email) : text.text(email)}</p>
      {isSent ? (
        <form className={styles.form} {...form.form}>
          <CodeInput
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
            autoFocus
            label={text.code}
            {...form.field('code')}
            onComplete={(code) => void form.send({ code })}
          />
          <FormError>{form.formError ?? sending.refusal?.message}</FormError>
          <DialogActions
            main={{ label: text.confirm, busy: form.pending, busyText: site.busy }}
            other={{ label: waiting ?? text.resend, ...sendButton }}
          />
        </form>
      ) : (
        <>
          <FormError>{sending.refusal?.message}</FormError>
          <DialogActions main={{ label: waiting ?? text.send, ...sendButton }} />
        </>
      )}
    </Dialog>
  )
}

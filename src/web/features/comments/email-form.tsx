import { useEffect, useId, useRef, useState } from 'react'
import { sendEmailCode, updateUserProfile, verifyEmail } from '#contract/accounts.ts'
import { formatClock } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useForm } from '#web/kit/use-form.ts'
import { type Submit, useSubmit } from '#web/kit/use-submit.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useAccount, useKeepAccount } from '#web/viewer/account/use-account.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import styles from './email-form.module.css'

type Purpose = 'comment' | 'rating'

interface EmailFormProps {
  purpose: Purpose
  onVerified: () => void
}

/** Adds and verifies an e-mail address without leaving the comment or the stars (SCREENS "Program detail overlay"). */
export function EmailForm({ purpose, onVerified }: EmailFormProps) {
  const { purposes } = useText('comments').email
  const text = purposes[purpose]
  const account = useAccount().data?.profile
  const [sentTo, setSentTo] = useState<string>()
  // The first code starts the wait for another one.
  const sending = useSubmit(sendEmailCode, { waitAfter: ({ waitSeconds }) => waitSeconds })
  const id = useId()
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (!account) return null
  return (
    <section ref={box} className={styles.box} aria-labelledby={id}>
      <h4 id={id} className={styles.title}>
        {text.title}
      </h4>
      <p className={styles.text}>{text.text}</p>
      {sentTo === undefined ? (
        <AddressForm email={account.email} sending={sending} onSent={setSentTo} />
      ) : (
        <CodeForm
          email={sentTo}
          confirm={text.confirm}
          sending={sending}
          onVerified={onVerified}
          onChange={() => setSentTo(undefined)}
        />
      )}
    </section>
  )
}

const addressSchema = updateUserProfile.input

type Sending = Submit<typeof sendEmailCode>

interface AddressFormProps {
  email: string
  sending: Sending
  onSent: (email: string) => void
}

function AddressForm({ email, sending, onSent }: AddressFormProps) {
  const { email: text } = useText('comments')
  const { site } = useShellText()
  const keep = useKeepAccount()
  const saving = useSubmit(updateUserProfile, { onSuccess: ({ profile }) => keep(profile) })
  const form = useForm({
    schema: addressSchema,
    initial: { email },
    submit: async (values) => {
      const address = values.email ?? email
      const saved = address === email ? undefined : await saving.submit({ email: address })
      if (saved?.result === 'FAILED') return saved
      const sent = await sending.submit({})
      if (sent.result === 'SUCCESS') onSent(address)
      return sent
    },
  })
  return (
    <form className={styles.form} {...form.form}>
      <TextField label={text.label} type="email" autoComplete="email" {...form.field('email')} />
      <FormError>{form.formError}</FormError>
      <Button type="submit" size="s" busy={form.pending} busyText={site.busy}>
        {text.send}
      </Button>
    </form>
  )
}

interface CodeFormProps {
  email: string
  /** The text of the button. */
  confirm: string
  sending: Sending
  onVerified: () => void
  onChange: () => void
}

function CodeForm({ email, confirm, sending, onVerified, onChange }: CodeFormProps) {
  const { email: text } = useText('comments')
  const { site } = useShellText()
  const keep = useKeepAccount()
  const verifying = useSubmit(verifyEmail, {
    onSuccess: ({ profile }) => {
      keep(profile)
      onVerified()
    },
  })
  const form = useForm({ schema: verifyEmail.input, initial: { code: '' }, submit: verifying.submit })
  const { left } = sending.wait
  return (
    <form className={styles.form} {...form.form}>
      <p className={styles.text}>{text.sent(email)}</p>
      <CodeInput label={text.code} {...form.field('code')} onComplete={(code) => void form.send({ code })} />
      <FormError>{form.formError ?? sending.refusal?.message}</FormError>
      <div className={styles.actions}>
        <Button type="submit" size="s" busy={form.pending} busyText={site.busy}>
          {confirm}
        </Button>
        <Button look="text" size="s" disabled={left > 0} onClick={() => void sending.submit({})}>
          {left > 0 ? text.resendIn(formatClock(left)) : text.resend}
        </Button>
        <Button look="text" size="s" onClick={onChange}>
          {text.change}
        </Button>
      </div>
    </form>
  )
}

import { type FormEvent, useRef, useState, useEffect, useId } from 'react'
import { COMMENT_LENGTH, commentLength, isCommentLength, normalizeComment } from '#contract/comments.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import styles from './composer.module.css'
import type { Draft, Posting } from './use-posting.ts'
import { useText } from '#web/kit/text.ts'
import { sendEmailCode, updateUserProfile, verifyEmail } from '#contract/accounts.ts'
import { useAccount, useKeepAccount } from '#web/viewer/account/use-account.ts'
import { formatClock } from '#web/kit/format.ts'
import { useForm } from '#web/kit/use-form.ts'
import { type Submit, useSubmit } from '#web/kit/use-submit.ts'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

export interface ComposerProps {
  initial: Draft
  posting: Posting
  submitLabel: string
  onCancel?: () => void
}

/**
 * Where a comment is written. The length counts what a reader counts, and not while a character is being composed. The field has no
 * `maxLength`, which counts UTF-16 units: an emoji has up to fifteen, and what is pasted beyond it would be lost.
 */
export function Composer({ initial, posting, submitLabel, onCancel }: ComposerProps) {
  const { write: text } = useText('comments')
  const { site } = useShellText()
  const { profile } = useSession()
  const [draft, setDraft] = useState(initial)
  const [counted, setCounted] = useState(() => commentLength(initial.text))
  const isComposing = useRef(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const isRight = isCommentLength(counted)
  const type = (typed: string) => {
    setDraft({ ...draft, text: typed })
    if (!isComposing.current) setCounted(commentLength(typed))
  }
  // As it was counted: spaces that do not count must not make it too long for the server.
  const post = () => void posting.post({ ...draft, text: normalizeComment(draft.text) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRight) post()
    else area.current?.focus()
  }
  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <textarea
          ref={area}
          className={styles.area}
          aria-label={text.label}
          placeholder={text.placeholder}
          rows={3}
          value={draft.text}
          onChange={(event) => type(event.target.value)}
          onCompositionStart={() => {
            isComposing.current = true
          }}
          onCompositionEnd={(event) => {
            isComposing.current = false
            setCounted(commentLength(event.currentTarget.value))
          }}
        />
        <div className={styles.foot}>
          <CheckField
            className={styles.spoiler}
            name="spoiler"
            label={text.spoiler}
            checked={draft.spoiler}
            onChange={(spoiler) => setDraft({ ...draft, spoiler })}
          />
          <p className={styles.count} data-state={isRight ? 'ok' : counted > COMMENT_LENGTH.max ? 'bad' : undefined}>
            {isRight ? <CheckIcon size={16} /> : null}
            <strong>{counted}</strong> {text.range}
          </p>
          {onCancel ? (
            <Button look="text" size="s" onClick={onCancel}>
              {text.cancel}
            </Button>
          ) : null}
          <Button type="submit" size="s" disabled={!isRight} busy={posting.pending} busyText={site.busy}>
            {submitLabel}
          </Button>
        </div>
        {profile && draft.text !== '' ? <p className={styles.as}>{text.as(profile.name)}</p> : null}
        <FormError>{posting.error}</FormError>
      </form>
      {posting.needsEmail ? <EmailForm onVerified={post} /> : null}
    </>
  )
}

/** Adds and verifies an e-mail address without leaving the comment (SCREENS "Program detail overlay"). */
export function EmailForm({ onVerified }: { onVerified: () => void }) {
  const { email: text } = useText('comments')
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
        <CodeForm email={sentTo} sending={sending} onVerified={onVerified} onChange={() => setSentTo(undefined)} />
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
    <form className={styles.emailFormForm} {...form.form}>
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
  sending: Sending
  onVerified: () => void
  onChange: () => void
}

function CodeForm({ email, sending, onVerified, onChange }: CodeFormProps) {
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
    <form className={styles.emailFormForm} {...form.form}>
      <p className={styles.text}>{text.sent(email)}</p>
      <CodeInput label={text.code} {...form.field('code')} onComplete={(code) => void form.send({ code })} />
      <FormError>{form.formError ?? sending.refusal?.message}</FormError>
      <div className={styles.actions}>
        <Button type="submit" size="s" busy={form.pending} busyText={site.busy}>
          {text.confirm}
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

import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { CONTACT_CONTENT_MAX, CONTACT_DEVICE_MAX, CONTACT_THEMES } from '#contract/contact.ts'
import { NAME_MAX } from '#contract/fields.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatClock, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { phoneFieldLabels, waitLabel } from '#web/viewer/account/phone-field-labels.ts'
import type { SentContact } from '#web/viewer/contact/contact-draft.ts'
import { useImageField } from '#web/viewer/images/use-image-field.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { FormNotice } from '#web/ui/form/form-notice.tsx'
import { ImageField } from '#web/ui/form/image-field.tsx'
import { EmailField } from '#web/ui/form/person-fields.tsx'
import { PhoneField } from '#web/ui/form/phone-field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { ContactValues } from './contact-form.rules.ts'
import { useContactForm } from './use-contact-form.ts'
import forms from '#web/ui/form/form.module.css'
import styles from './contact-form.module.css'

export interface ContactFormProps {
  owner: string
  initial: ContactValues
  onSent: (sent: SentContact) => void
}

type FormState = ReturnType<typeof useContactForm>

/** A message to the operators: what it is about, who writes, and the code that proves the e-mail address. */
export function ContactForm(props: ContactFormProps) {
  const text = useText('contact')
  const numbers = useText('numbers')
  const { site } = useShellText()
  const contact = useContactForm(props)
  const { form, wait } = contact
  const image = useImageField(form.field('image'))
  const waiting = image.isSending ? text.uploading : waitLabel(numbers, wait.left)
  return (
    <form className={forms.form} {...form.form}>
      <Section title={text.sections.about}>
        <RadioField
          {...form.field('theme')}
          look="tiles"
          className={styles.themes}
          label={text.theme}
          choices={CONTACT_THEMES.map((theme) => ({ value: theme, label: text.themes[theme] }))}
        />
        <ContentField form={form} />
        <ImageField label={text.image} {...image.field} />
        <TextField
          {...form.field('device')}
          label={text.device}
          hint={text.deviceHint}
          autoComplete="off"
          maxLength={CONTACT_DEVICE_MAX}
        />
      </Section>
      <Section title={text.sections.person}>
        <TextField {...form.field('name')} label={text.name} autoComplete="name" maxLength={NAME_MAX} />
        <PhoneField
          {...phoneFieldLabels(numbers)}
          label={text.phone}
          region={form.field('areaCode')}
          number={form.field('phone')}
        />
        <TextField
          {...form.field('loginAccount')}
          label={text.account}
          hint={text.accountHint}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={20}
          disabled={form.values.noAccount}
        />
        <CheckField
          {...form.box('noAccount')}
          label={text.noAccount}
          onChange={(noAccount) => form.set({ noAccount, ...(noAccount && { loginAccount: '' }) })}
        />
      </Section>
      <Section title={text.sections.proof}>
        <Proof contact={contact} />
        <CheckField {...form.box('copyToSelf')} label={text.copyToSelf} />
      </Section>
      <FormError>{form.formError}</FormError>
      <div className={styles.actions}>
        <SubmitButton pending={form.pending} busyText={site.busy} waiting={waiting}>
          {text.submit}
        </SubmitButton>
        <p className={styles.draft}>{form.values.content ? text.draft : ''}</p>
      </div>
    </form>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The message with its counter. */
function ContentField({ form }: Pick<FormState, 'form'>) {
  const text = useText('contact')
  const { language } = useCallContext()
  const { length } = form.values.content
  return (
    <TextAreaField
      {...form.field('content')}
      label={text.content}
      hint={
        <span className={styles.below}>
          <span>{text.contentHint}</span>
          <span className={styles.count} data-full={length >= CONTACT_CONTENT_MAX ? '' : undefined}>
            {text.count(formatNumber(length, language), formatNumber(CONTACT_CONTENT_MAX, language))}
          </span>
        </span>
      }
      rows={6}
      maxLength={CONTACT_CONTENT_MAX}
    />
  )
}

/** The e-mail address, the button that sends a code to it, and the code. */
function Proof({ contact: { form, code } }: { contact: FormState }) {
  const text = useText('contact')
  const { site } = useShellText()
  const input = useRef<HTMLInputElement>(null)
  const [sends, setSends] = useState(0)
  useLayoutEffect(() => {
    if (sends > 0) input.current?.focus()
  }, [sends])
  const { left } = code.wait
  const isSent = code.sentTo !== undefined && code.sentTo === form.values.email.trim()
  const send = async () => {
    if (await code.send()) setSends((now) => now + 1)
  }
  return (
    <>
      <div className={styles.mail}>
        <EmailField {...code.wait.clearedBy(form.field('email'))} label={text.email} hint={text.emailHint} />
        <Button
          className={styles.send}
          busy={code.pending}
          busyText={site.busy}
          disabled={left > 0}
          onClick={() => void send()}
        >
          {left > 0 ? text.sendAgain(formatClock(left)) : isSent ? text.resend : text.send}
        </Button>
      </div>
      <FormNotice>{isSent ? text.sent(form.values.email.trim()) : null}</FormNotice>
      <CodeInput ref={input} {...form.field('code')} label={text.code} />
    </>
  )
}

import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { contactUs, sendContactCode } from '#contract/contact.ts'
import { useFieldMessages } from '#web/kit/field-messages.ts'
import { fieldErrors, type Issue } from '#web/kit/form.rules.ts'
import { useForm } from '#web/kit/use-form.ts'
import { atField, useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import {
  contactSubmissionId,
  keepContactDraft,
  keepSentContact,
  type SentContact,
} from '#web/viewer/contact/contact-draft.ts'
import { readImage } from '#web/viewer/images/kept-image.rules.ts'
import { contactDraft, contactForm, type ContactForm, type ContactValues, messageKey } from './contact-form.rules.ts'

interface ContactFormOptions {
  /** The member's number; empty for a visitor. */
  owner: string
  initial: ContactValues
  onSent: (sent: SentContact) => void
}

/** The contact form: its draft, the code for its e-mail address, and the sending. */
export function useContactForm({ owner, initial, onSent }: ContactFormOptions) {
  const sending = useSubmit(contactUs, { on: { WRONG_CODE: atField('code'), CODE_EXPIRED: atField('code') } })
  const code = useCodeMail()
  const form = useForm({ schema: contactForm, initial, messageOf: code.messageOf, submit })
  const { values } = form
  useEffect(() => keepContactDraft(owner, contactDraft(values)), [owner, values])
  return { form, wait: sending.wait, code: { ...code, send: sendCode } }

  async function submit({ noAccount, ...message }: ContactForm) {
    const loginAccount = noAccount ? '' : message.loginAccount
    const answer = await sending.submit({
      ...message,
      loginAccount,
      image: readImage(message.image)?.imageToken,
      submissionId: contactSubmissionId(messageKey({ ...message, loginAccount })),
    })
    if (answer.result === 'SUCCESS') {
      const sent = { caseNumber: answer.caseNumber, email: message.email, hasCopy: message.copyToSelf }
      keepSentContact(owner, sent)
      onSent(sent)
    }
    // It is gone: another one can be chosen at once.
    else if (answer.fields?.['image']) form.set({ image: '' })
    return answer
  }

  async function sendCode(): Promise<boolean> {
    const { fields } = await code.sendTo(values.email)
    if (fields) form.refuse({ message: '', fields })
    else form.set({ code: '' })
    return !fields
  }
}

/** The code that proves the address. `sentTo`: the address that the last one went to. */
function useCodeMail() {
  const text = useText('contact')
  const commonMessageOf = useFieldMessages()
  const [sentTo, setSentTo] = useState<string>()
  const { submit, pending, wait } = useSubmit(sendContactCode, {
    waitAfter: ({ waitSeconds }) => waitSeconds,
    onSuccess: (_, { email }) => setSentTo(email),
  })
  return { sentTo, sendTo, pending, wait, messageOf }

  /** Why it was not sent, at its field. */
  async function sendTo(email: string): Promise<{ fields?: Readonly<Record<string, string>> }> {
    const parsed = z.safeParse(sendContactCode.input, { email }, { reportInput: true })
    if (!parsed.success) return { fields: fieldErrors(parsed.error.issues, commonMessageOf) }
    const answer = await submit(parsed.data)
    return answer.result === 'SUCCESS' ? {} : { fields: { email: answer.fields?.['email'] ?? answer.message } }
  }

  function messageOf(issue: Issue): string {
    const isMissing = issue.path[0] === 'code' && issue.input === '' && sentTo === undefined
    return isMissing ? text.codeMissing : commonMessageOf(issue)
  }
}

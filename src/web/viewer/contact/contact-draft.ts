import { CONTACT_DEVICE_MAX } from '#contract/contact.ts'
import { dropDraft, type FormDraft, keepDraft, readDraft } from '../session/form-draft.ts'
import { submissionIdOf } from '../session/submission-id.ts'

const FORM = 'contact'
const SENT = 'contact-sent'
const SUBMISSION = 'contact-submission'

/** `owner`: the member's number; a visitor's draft is found after the login. */
export function readContactDraft(owner: string): FormDraft['values'] {
  const { values } = readDraft(FORM)
  return values['owner'] === undefined || values['owner'] === '' || values['owner'] === owner ? values : {}
}

export const keepContactDraft = (owner: string, values: FormDraft['values']): void =>
  keepDraft(FORM, { ...values, owner })

export const noteContactDevice = (device: string): void =>
  keepDraft(FORM, { ...readDraft(FORM).values, device: device.slice(0, CONTACT_DEVICE_MAX) })

/** The same as long as `key` is, so that a lost answer makes no second case. */
export const contactSubmissionId = (key: string): string => submissionIdOf(SUBMISSION, key)

export interface SentContact {
  readonly caseNumber: string
  readonly email: string
  readonly hasCopy: boolean
}

export function keepSentContact(owner: string, { caseNumber, email, hasCopy }: SentContact): void {
  dropDraft(FORM)
  dropDraft(SUBMISSION)
  keepDraft(SENT, { owner, caseNumber, email, hasCopy: hasCopy ? 'true' : '' })
}

export function readSentContact(owner: string): SentContact | undefined {
  const { values } = readDraft(SENT)
  const { caseNumber, email } = values
  if (!caseNumber || !email || values['owner'] !== owner) return undefined
  return { caseNumber, email, hasCopy: values['hasCopy'] === 'true' }
}

export const dropSentContact = (): void => dropDraft(SENT)

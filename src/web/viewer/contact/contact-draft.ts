import { CONTACT_DEVICE_MAX } from '#contract/contact.ts'
import { dropDraft, type FormDraft, keepDraft, readDraft } from '../session/form-draft.ts'
import { submissionIdOf } from '../session/submission-id.ts'

const FORM = 'contact'
const SENT = 'contact-sent'
const SUBMISSION = 'contact-submission'

/** The contact form as its owner typed it in this tab: the member's number, or nothing for a visitor, whose draft a member finds after the login. */
export function readContactDraft(owner: string): FormDraft['values'] {
  const { values } = readDraft(FORM)
  return values['owner'] === undefined || values['owner'] === '' || values['owner'] === owner ? values : {}
}

export const keepContactDraft = (owner: string, values: FormDraft['values']): void =>
  keepDraft(FORM, { ...values, owner })

/** Fills in the device of the form: the result of the device test. */
export const noteContactDevice = (device: string): void =>
  keepDraft(FORM, { ...readDraft(FORM).values, device: device.slice(0, CONTACT_DEVICE_MAX) })

/** The id of a message: the same as long as `key` is, so that a lost answer makes no second case. */
export const contactSubmissionId = (key: string): string => submissionIdOf(SUBMISSION, key)

/** A message that was sent in this tab. */
export interface SentContact {
  readonly caseNumber: string
  readonly email: string
  readonly hasCopy: boolean
}

/** The message was sent: its draft is forgotten, its case number stays over a reload. */
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

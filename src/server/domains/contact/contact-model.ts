import type { ContactTheme } from '#contract/contact.ts'
import type { Language } from '#contract/languages.ts'
import type { OperatorAction } from '../audit/index.ts'

type Instant = Temporal.Instant

export const CONTACT_STATES = ['open', 'answered', 'closed'] as const
export type ContactState = (typeof CONTACT_STATES)[number]

/** What somebody wrote. `phone` is E.164; `loginAccount` is empty without one. */
export interface ContactText {
  readonly name: string
  readonly phone: string
  readonly loginAccount: string
  readonly email: string
  readonly device: string
  readonly content: string
}

/** A message before it is sent. `image`: the token of an uploaded image. */
export interface ContactDraft extends ContactText {
  readonly theme: ContactTheme
  readonly code: string
  readonly copyToSelf: boolean
  readonly image?: string | undefined
  readonly submissionId?: string | undefined
}

export interface ContactAnswer {
  readonly text: string
  /** ISO 8601 */
  readonly at: string
}

/** What is known of a message without opening it. */
export interface ContactCase {
  readonly caseNumber: string
  readonly accountId: string | null
  readonly language: Language
  readonly theme: ContactTheme
  readonly state: ContactState
  readonly uploadId: string | null
  readonly sentAt: Instant
  readonly answeredAt: Instant | null
  readonly closedAt: Instant | null
}

/** A message with what is in it. */
export interface OpenedCase extends ContactCase, ContactText {
  readonly answers: readonly ContactAnswer[]
}

/** What an operator does to a case. */
export type CaseAction = OperatorAction & { readonly caseNumber: string }

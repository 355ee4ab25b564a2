import type { ContactTheme } from '#contract/contact.ts'
import type { Language } from '#contract/languages.ts'
import type { OperatorAction } from '../audit/index.ts'

type Instant = Temporal.Instant

export const CONTACT_STATES = ['open', 'answered', 'closed'] as const
export type ContactState = (typeof CONTACT_STATES)[number]

/** `phone` is E.164. `loginAccount` may be empty. */
export interface ContactText {
  readonly name: string
  readonly phone: string
  readonly loginAccount: string
  readonly email: string
  readonly device: string
  readonly content: string
}

/** `image` is the token of an upload. */
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

/** Readable without opening the message. */
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

export interface OpenedCase extends ContactCase, ContactText {
  readonly answers: readonly ContactAnswer[]
}

export type CaseAction = OperatorAction & { readonly caseNumber: string }

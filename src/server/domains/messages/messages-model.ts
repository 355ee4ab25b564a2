import type { MailTemplates, SmsTemplates } from '#contract/messages.ts'
import type { Language } from '#contract/languages.ts'

type Common = {
  language: Language
  /** Whose message it is, when it has an owner: it goes with the account. */
  accountId?: string | undefined
  /** After this nobody needs it any more. */
  expiresAt?: Temporal.Instant | undefined
}

/** An SMS to be sent. `to` is E.164. */
export type SmsOrder = {
  [T in keyof SmsTemplates]: Common & { channel: 'sms'; to: string; template: T; params: SmsTemplates[T] }
}[keyof SmsTemplates]

/** An e-mail to be sent. */
export type MailOrder = {
  [T in keyof MailTemplates]: Common & { channel: 'mail'; to: string; template: T; params: MailTemplates[T] }
}[keyof MailTemplates]

export type OutboxState =
  | 'waiting'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'undelivered'
  | 'refused'
  | 'expired'
  | 'unknown'

/** A message that a node has taken to send. */
export type Taken = (SmsOrder | MailOrder) & { messageId: string; attempts: number }

/** A message as `/dev/outbox` shows it. */
export type SentMessage = {
  messageId: string
  channel: 'sms' | 'mail'
  to: string
  template: string
  state: OutboxState
  subject?: string
  text: string
  createdAt: Temporal.Instant
  sentAt: Temporal.Instant | null
}

/** A message of an account, in words. */
export type InboxEntry = { messageId: string; title: string; body: string; sentAt: Temporal.Instant; read: boolean }

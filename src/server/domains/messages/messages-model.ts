import type { MailTemplates, SmsTemplates } from '#contract/messages.ts'
import type { Language } from '#contract/languages.ts'

type Common = {
  language: Language
  /** The owner, if any; the message is erased with the account. */
  accountId?: string | undefined
  /** Not sent after this instant. */
  expiresAt?: Temporal.Instant | undefined
}

/** An SMS to send. `to` is E.164. */
export type SmsRequest = {
  [T in keyof SmsTemplates]: Common & { channel: 'sms'; to: string; template: T; params: SmsTemplates[T] }
}[keyof SmsTemplates]

/** An e-mail to send. */
export type MailRequest = {
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

/** A message that a node has claimed for sending. */
export type ClaimedMessage = (SmsRequest | MailRequest) & { messageId: string; attempts: number }

/** An entry of `/dev/outbox`. */
export type SentMessage = {
  messageId: string
  channel: 'sms' | 'mail'
  to: string
  template: string
  state: OutboxState
  subject?: string
  text: string
  /** Of an e-mail. */
  html?: string
  createdAt: Temporal.Instant
  sentAt: Temporal.Instant | null
}

export type InboxEntry = { messageId: string; title: string; body: string; sentAt: Temporal.Instant; read: boolean }

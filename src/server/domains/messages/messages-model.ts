import type { MailTemplates, SmsTemplates } from '#contract/messages.ts'
import type { Language } from '#contract/languages.ts'

type Common = {
  language: Language
  /** The message is erased with this account. */
  accountId?: string | undefined
  /** Not sent afterwards. */
  expiresAt?: Temporal.Instant | undefined
}

/** `to` is E.164. */
export type SmsRequest = {
  [T in keyof SmsTemplates]: Common & { channel: 'sms'; to: string; template: T; params: SmsTemplates[T] }
}[keyof SmsTemplates]

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

export type ClaimedMessage = (SmsRequest | MailRequest) & {
  messageId: string
  attempts: number
  /** That caused it. */
  requestId: string | null
}

/** An entry of `/dev/outbox`. */
export type SentMessage = {
  messageId: string
  channel: 'sms' | 'mail'
  to: string
  template: string
  state: OutboxState
  subject?: string
  text: string
  html?: string
  createdAt: Temporal.Instant
  sentAt: Temporal.Instant | null
}

export type InboxEntry = {
  messageId: string
  title: string
  body: string
  sentAt: Temporal.Instant
  read: boolean
  action?: 'redeem'
  path?: string
}

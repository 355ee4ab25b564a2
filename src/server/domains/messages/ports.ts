import type { InboxTemplates, MailTemplates, SmsTemplates } from '#contract/messages.ts'
import type { Language } from '#contract/languages.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Tx } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import type { WebhookEndpoint } from '../domain-module.ts'

/** `gone`: there is no such mailbox; `busy`: not accepted, retry; `unknown`: may have been accepted. */
export type SendFailure = 'gone' | 'refused' | 'busy' | 'unknown'

/** Any other error counts as `unknown`. */
export class SendError extends Error {
  readonly failure: SendFailure

  constructor(failure: SendFailure, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'SendError'
    this.failure = failure
  }
}

export interface OutgoingSms {
  readonly messageId: string
  /** E.164 */
  readonly to: string
  readonly text: string
}

export interface SmsSender {
  readonly name: string
  /** @returns the provider's id of the message @throws SendError */
  send(sms: OutgoingSms): Promise<{ providerId: string }>
  close(): Promise<void>
}

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where its reader ends such e-mails with one click (RFC 8058). */
  readonly optOut?: string | undefined
}

export interface OutgoingMail extends RenderedMail {
  readonly messageId: string
  readonly to: string
}

export interface MailSender {
  readonly name: string
  /** @returns the provider's id of the message @throws SendError */
  send(mail: OutgoingMail): Promise<{ providerId: string }>
  close(): Promise<void>
}

export interface Receipt {
  readonly provider: string
  readonly providerId: string
  readonly state: 'delivered' | 'undelivered'
  readonly problem?: string
}

export interface Renderer {
  sms<T extends keyof SmsTemplates>(template: T, values: SmsTemplates[T], language: Language): string
  mail<T extends keyof MailTemplates>(template: T, values: MailTemplates[T], language: Language): RenderedMail
  inbox<T extends keyof InboxTemplates>(
    template: T,
    values: InboxTemplates[T],
    language: Language,
  ): { title: string; body: string }
}

/** `read` returns undefined for a callback without a final state. */
export interface ReceiptWebhook {
  readonly provider: WebhookEndpoint['provider']
  readonly read: (body: Buffer) => Receipt | undefined
}

export interface MessagesDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: Log
  readonly render: Renderer
  readonly sms: SmsSender
  /** Where another one may stand in for it. */
  readonly currentSms?: (() => SmsSender) | undefined
  readonly mail: MailSender
  readonly receipts?: ReceiptWebhook | undefined
  /** Asked before an announcement leaves; false drops it. */
  readonly isWanted?: ((announcement: { announcementId: string; accountId: string }) => Promise<boolean>) | undefined
  /** E-mail addresses of accounts that are written to no more. `refuse` answers the accounts that learn of it. */
  readonly addresses?:
    | { isRefused: (address: string) => Promise<boolean>; refuse: (tx: Tx, address: string) => Promise<string[]> }
    | undefined
  /** Keeps parameters of sent messages (HARBOUR_TEST only). */
  readonly keepSecrets: boolean
}

import type { InboxTemplates, MailTemplates, SmsTemplates } from '#contract/messages.ts'
import type { Language } from '#contract/languages.ts'
import type { WebhookEndpoint } from '../capability.ts'

/** What became of a try: `refused` never goes, `busy` may go later, `unknown` may have gone. */
export type SendFailure = 'refused' | 'busy' | 'unknown'

/** Why a message did not leave; adapters throw it. Any other error counts as `unknown`. */
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

/** A party that carries SMS. */
export interface SmsSender {
  readonly name: string
  /** @returns the party's own id of it @throws SendError */
  send(sms: OutgoingSms): Promise<{ providerId: string }>
  close(): Promise<void>
}

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface OutgoingMail extends RenderedMail {
  readonly messageId: string
  readonly to: string
}

/** A party that carries e-mail. */
export interface MailSender {
  readonly name: string
  /** @returns the party's own id of it @throws SendError */
  send(mail: OutgoingMail): Promise<{ providerId: string }>
  close(): Promise<void>
}

/** What a party says later about a message that it took. */
export interface Receipt {
  readonly provider: string
  readonly providerId: string
  readonly state: 'delivered' | 'undelivered'
  readonly problem?: string
}

/** Turns templates into words. */
export interface Renderer {
  sms<T extends keyof SmsTemplates>(template: T, values: SmsTemplates[T], language: Language): string
  mail<T extends keyof MailTemplates>(template: T, values: MailTemplates[T], language: Language): RenderedMail
  inbox<T extends keyof InboxTemplates>(
    template: T,
    values: InboxTemplates[T],
    language: Language,
  ): { title: string; body: string }
}

/** The delivery receipts that an SMS provider sends by webhook, and how one is read; undefined for a callback that is no final state. */
export interface ReceiptWebhook {
  readonly provider: WebhookEndpoint['provider']
  readonly read: (body: Buffer) => Receipt | undefined
}

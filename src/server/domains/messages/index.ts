/**
 * Messages: what leaves by SMS and e-mail, once each, and what stands in an account's own messages.
 * Owns the tables outbox_message, inbox_message. Never writes a sentence: it is given a template's name and values, and a
 * renderer turns them into words. Never decides who is told what (the domains that call it).
 */
export { createMessages, type Messages, type MessagesDeps } from './messages.service.ts'
export { segmentsOf } from './sms.rules.ts'
export type { InboxEntry, SentMessage, MailOrder, SmsOrder } from './messages-model.ts'
export type { MailSender, Receipt, ReceiptWebhook, RenderedMail, Renderer, SmsSender } from './ports.ts'

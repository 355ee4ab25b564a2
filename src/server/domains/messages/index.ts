/**
 * Messages: SMS and e-mails, sent at most once, and the inbox of an account.
 * Owns the tables outbox_message, inbox_message. Holds no text: callers pass a template name and values, and a renderer
 * produces the text. The calling domains decide who receives a message.
 */
export { createMessages, type Messages, type MessagesDeps } from './messages.service.ts'
export { segmentsOf } from './sms.rules.ts'
export type { InboxEntry, SentMessage, MailRequest, SmsRequest } from './messages-model.ts'
export type { MailSender, Receipt, ReceiptWebhook, RenderedMail, Renderer, SmsSender } from './ports.ts'

import type { InboxTemplates } from '#contract/messages.ts'
import type { Language } from '#contract/languages.ts'
import { KEPT_DAYS } from '#contract/validity.ts'
import type { Db } from '#server/kit/db.ts'
import type { DomainModule, Person, WebhookEndpoint } from '../domain-module.ts'
import {
  eraseEntries,
  findEntries,
  insertEntry,
  markRead,
  countWaiting,
  countWaitingOf,
  deleteSent,
  deleteUnowned,
  eraseMessages,
  findMessages,
  OUTBOX_CHANNEL,
} from './messages.repo.ts'
import type { MessagesDeps, Receipt, ReceiptWebhook } from './ports.ts'
import type { Clock } from '#server/kit/clock.ts'
import { waitingLine } from '#server/kit/health.ts'
import { newId } from '#server/kit/ids.ts'
import type { InboxEntry } from './messages-model.ts'
import { createOutbox } from './outbox.service.ts'

/**
 * Messages: SMS and e-mail, sent at most once, and the inbox of an account. Owns outbox_message, inbox_message.
 * Holds no text: a renderer makes it from template and values. Never decides who receives a message.
 */
export type { InboxEntry, SentMessage, MailRequest, SmsRequest } from './messages-model.ts'
export { segmentsOf } from './outbox.service.ts'
export type { MailSender, Receipt, ReceiptWebhook, RenderedMail, Renderer, SmsSender } from './ports.ts'

export type Messages = ReturnType<typeof createMessages>

/** Above what any account has. */
const EXPORT_MAX = 10_000
/** Maximum delay until a due retry is found. */
const RETRY_EVERY_MS = 1_000
const DELETE_EVERY_MS = 3_600_000
/** A message that waits for this long is looked at. */
const LATE_HOURS = 0.25

type Post<T extends keyof InboxTemplates> = { accountId: string; template: T; params: InboxTemplates[T] }

type ListRequest = { accountId: string; language: Language; page: number; pageSize: number }

export function createMessages(deps: MessagesDeps) {
  const { db, clock, render, receipts } = deps
  const { send, sendDue, sendDueBy, recordReceipt, listSent } = createOutbox(deps)

  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'outbox', everyMs: RETRY_EVERY_MS, wakeOn: OUTBOX_CHANNEL, run: () => sendDueBy('sms') },
      { name: 'outbox of e-mails', everyMs: RETRY_EVERY_MS, wakeOn: OUTBOX_CHANNEL, run: () => sendDueBy('mail') },
      { name: 'messages without an account', everyMs: DELETE_EVERY_MS, run: deleteOld },
    ],
    personalData: { name: 'messages', collect, erase },
    gauges: [
      {
        name: 'harbour_outbox_waiting',
        help: 'SMS and e-mails waiting to be sent.',
        read: async () => [{ value: (await countWaiting(db)).count }],
      },
    ],
    health: async () => [waitingLine('messages', await countWaiting(db), { now: clock.now(), hours: LATE_HOURS })],
    webhooks: receipts ? [receiptEndpoint(receipts, { recordReceipt, clock })] : [],
  }
  return {
    send,
    sendDue,
    recordReceipt,
    listSent,
    post,
    list,
    read,
    /** E-mails or SMS of a template that wait or are being sent. */
    countWaiting: countWaitingOf,
    /** Joins the transaction that erases the sender. */
    forgetSent: deleteSent,
    domainModule,
  }

  async function post<T extends keyof InboxTemplates>(db: Db, message: Post<T>): Promise<void> {
    await insertEntry(db, { ...message, messageId: newId(), at: clock.now() })
  }

  async function list({ accountId, language, page, pageSize }: ListRequest) {
    const { rows, total, unread } = await findEntries(db, { accountId, page, pageSize })
    const entries = rows.map(({ message_id, template, params, sent_at, read_at }): InboxEntry => {
      const text = render.inbox(template, params as never, language)
      return { messageId: message_id, ...text, sentAt: sent_at, read: read_at !== null, ...leadsTo(template, params) }
    })
    return { list: entries, page, pageSize, total, unread }
  }

  function read(accountId: string, messageIds: readonly string[]): Promise<void> {
    return markRead(db, { accountId, messageIds, at: clock.now() })
  }

  function deleteOld(): Promise<void> {
    return deleteUnowned(db, clock.now().subtract({ hours: KEPT_DAYS.messages * 24 }))
  }

  /** Sent messages hold secrets: only their kind is listed. */
  async function collect({ accountId }: Person, language: Language): Promise<unknown> {
    const { rows } = await findEntries(db, { accountId, page: 1, pageSize: EXPORT_MAX })
    const sent = await findMessages(db, { accountId, limit: EXPORT_MAX })
    return {
      inbox: rows.map((row) => ({
        kind: row.template,
        ...render.inbox(row.template, row.params as never, language),
        sentAt: row.sent_at,
        readAt: row.read_at,
      })),
      sent: sent.map((row) => ({ kind: row.template, channel: row.channel, to: row.recipient, at: row.created_at })),
    }
  }

  async function erase(tx: Db, { accountId, number, email }: Person): Promise<void> {
    await eraseEntries(tx, accountId)
    await eraseMessages(tx, { accountId, recipients: [number, email] })
  }
}

/** What the member can do about a message. */
function leadsTo(template: keyof InboxTemplates, params: InboxTemplates[keyof InboxTemplates]) {
  if (template === 'giftReceived') return { action: 'redeem' } as const
  const path = 'path' in params ? params.path : null
  return path === null ? {} : { path }
}

/** A receipt may arrive before its message's row has the provider's id; retried until this age. */
const UNMATCHED_MINUTES = 10

/** A receipt for an erased message changes nothing. */
export const receiptEndpoint = (
  { provider, read }: ReceiptWebhook,
  { recordReceipt, clock }: { recordReceipt: (receipt: Receipt) => Promise<boolean>; clock: Clock },
): WebhookEndpoint => ({
  provider,
  async process({ body, receivedAt }) {
    const receipt = read(body)
    if (!receipt || (await recordReceipt(receipt))) return
    const age = clock.now().since(receivedAt).total('minutes')
    if (age < UNMATCHED_MINUTES) throw new Error('no message has this provider id yet')
  },
})

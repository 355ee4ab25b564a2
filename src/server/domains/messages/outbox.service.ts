import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { Log } from '#server/kit/log.ts'
import type { SentMessage, MailRequest, SmsRequest, ClaimedMessage } from './messages-model.ts'
import {
  findMessages,
  expireOverdue,
  insertMessage,
  markFailed,
  updateReceipt,
  markSent,
  type OutboxRow,
  reschedule,
  claimDue,
} from './outbox.repo.ts'
import { afterFailure, problemOf, SENDING_SECONDS } from './outbox.rules.ts'
import type { MailSender, Receipt, RenderedMail, Renderer, SmsSender } from './ports.ts'

/** Messages that a node sends concurrently. */
const BATCH = 10
const LIST_MAX = 500

export type OutboxDeps = {
  db: Kysely<Database>
  clock: Clock
  log: Log
  render: Renderer
  sms: SmsSender
  mail: MailSender
  /** Keeps the parameters of sent messages (HARBOUR_TEST only). */
  keepSecrets: boolean
}

/** Queues and sends SMS and e-mails. */
export function createOutbox({ db, clock, log, render, sms, mail, keepSecrets }: OutboxDeps) {
  return { send, sendDue, recordReceipt, listSent }

  /** Queues an SMS or e-mail in the caller's transaction; it is sent after the commit. */
  async function send(db: Db, request: SmsRequest | MailRequest): Promise<void> {
    await insertMessage(db, { messageId: newId(), request, at: clock.now() })
  }

  /** Sends all due messages. Safe to run on several nodes. @returns how many were sent */
  async function sendDue(): Promise<number> {
    let sent = 0
    await expireMessages()
    for (;;) {
      const now = clock.now()
      const claimed = await claimDue(db, { now, until: now.add({ seconds: SENDING_SECONDS }), limit: BATCH })
      if (claimed.length === 0) return sent
      const outcomes = await Promise.all(claimed.map(attempt))
      sent += outcomes.filter(Boolean).length
    }
  }

  async function expireMessages(): Promise<void> {
    const { expired, unknown } = await expireOverdue(db, clock.now())
    if (expired + unknown > 0) log.warn({ expired, unknown }, 'messages dropped')
  }

  async function attempt(message: ClaimedMessage): Promise<boolean> {
    const { messageId, attempts, expiresAt, channel } = message
    try {
      const sender = channel === 'sms' ? sms : mail
      const { providerId } = await dispatch(message)
      await markSent(db, { messageId, provider: sender.name, providerId, at: clock.now(), keepParams: keepSecrets })
      return true
    } catch (error) {
      const next = afterFailure({ attempts, error, now: clock.now(), expiresAt })
      const problem = problemOf(error)
      log.warn({ messageId, channel, attempts, problem, next: next.state }, 'message not sent')
      if (next.state === 'waiting') await reschedule(db, { messageId, dueAt: next.dueAt, problem })
      else await markFailed(db, { messageId, state: next.state, problem })
      return false
    }
  }

  function dispatch(message: ClaimedMessage): Promise<{ providerId: string }> {
    const { messageId, to, language } = message
    if (message.channel === 'sms') {
      return sms.send({ messageId, to, text: render.sms(message.template, message.params as never, language) })
    }
    return mail.send({ messageId, to, ...render.mail(message.template, message.params, language) })
  }

  /** Applies a delivery receipt. @returns false when no message matches */
  function recordReceipt(receipt: Receipt): Promise<boolean> {
    return updateReceipt(db, receipt)
  }

  /** The messages to a recipient (or to all), the newest first, with their text where the parameters are kept. */
  async function listSent(to?: string): Promise<SentMessage[]> {
    return (await findMessages(db, { to, limit: LIST_MAX })).map((row) => toSentMessage(row, render, keepSecrets))
  }
}

function toSentMessage(row: OutboxRow, render: Renderer, keepSecrets: boolean): SentMessage {
  const isReadable = row.state === 'waiting' || row.state === 'sending' || (keepSecrets && row.sent_at !== null)
  return {
    messageId: row.message_id,
    channel: row.channel,
    to: row.recipient,
    template: row.template,
    state: row.state,
    ...(isReadable ? renderText(row, render) : { text: '' }),
    createdAt: row.created_at,
    sentAt: row.sent_at,
  }
}

function renderText(
  { channel, template, params, language }: OutboxRow,
  render: Renderer,
): Partial<RenderedMail> & { text: string } {
  if (channel === 'sms') return { text: render.sms(template as never, params as never, language) }
  return render.mail(template as never, params as never, language)
}

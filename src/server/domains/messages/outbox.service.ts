import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import type { Log } from '#server/kit/log.ts'
import type { SentMessage, MailOrder, SmsOrder, Taken } from './messages-model.ts'
import {
  findMessages,
  giveUpLate,
  insertMessage,
  markLost,
  markReceipt,
  markSent,
  type OutboxRow,
  putOff,
  takeDue,
} from './outbox.repo.ts'
import { afterFailure, problemOf, SENDING_SECONDS } from './outbox.rules.ts'
import type { MailSender, Receipt, Renderer, SmsSender } from './ports.ts'

/** Messages that one node sends at a time. */
const BATCH = 10
const SHOWN_MAX = 500

export type OutboxDeps = {
  db: Kysely<Database>
  clock: Clock
  log: Log
  render: Renderer
  sms: SmsSender
  mail: MailSender
  /** Keeps what messages said after they left (HARBOUR_TEST only). */
  keepSecrets: boolean
}

/** What leaves by SMS and e-mail. */
export function createOutbox({ db, clock, log, render, sms, mail, keepSecrets }: OutboxDeps) {
  return { send, sendDue, received, left }

  /** Writes an SMS or e-mail down, to leave as soon as the caller's transaction has committed. */
  async function send(db: Db, order: SmsOrder | MailOrder): Promise<void> {
    await insertMessage(db, { messageId: newId(), order, at: clock.now() })
  }

  /** Sends everything that is due. Any number of nodes may do so at once. @returns how many left */
  async function sendDue(): Promise<number> {
    let sent = 0
    await giveUp()
    for (;;) {
      const now = clock.now()
      const taken = await takeDue(db, { now, until: now.add({ seconds: SENDING_SECONDS }), limit: BATCH })
      if (taken.length === 0) return sent
      const outcomes = await Promise.all(taken.map(attempt))
      sent += outcomes.filter(Boolean).length
    }
  }

  async function giveUp(): Promise<void> {
    const { expired, unknown } = await giveUpLate(db, clock.now())
    if (expired + unknown > 0) log.warn({ expired, unknown }, 'messages dropped')
  }

  async function attempt(message: Taken): Promise<boolean> {
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
      if (next.state === 'waiting') await putOff(db, { messageId, dueAt: next.dueAt, problem })
      else await markLost(db, { messageId, state: next.state, problem })
      return false
    }
  }

  function dispatch(message: Taken): Promise<{ providerId: string }> {
    const { messageId, to, language } = message
    if (message.channel === 'sms') {
      return sms.send({ messageId, to, text: render.sms(message.template, message.params as never, language) })
    }
    return mail.send({ messageId, to, ...render.mail(message.template, message.params, language) })
  }

  /** Notes what a party says of a message that it took. @returns whether there is such a message */
  function received(receipt: Receipt): Promise<boolean> {
    return markReceipt(db, receipt)
  }

  /** What was written to a receiver (or to all), the newest first, in words where they are kept. */
  async function left(to?: string): Promise<SentMessage[]> {
    return (await findMessages(db, { to, limit: SHOWN_MAX })).map((row) => shownOf(row, render, keepSecrets))
  }
}

function shownOf(row: OutboxRow, render: Renderer, keepSecrets: boolean): SentMessage {
  const isKept = row.state === 'waiting' || row.state === 'sending' || (keepSecrets && row.sent_at !== null)
  return {
    messageId: row.message_id,
    channel: row.channel,
    to: row.recipient,
    template: row.template,
    state: row.state,
    ...(isKept ? wordsOf(row, render) : { text: '' }),
    createdAt: row.created_at,
    sentAt: row.sent_at,
  }
}

function wordsOf(
  { channel, template, params, language }: OutboxRow,
  render: Renderer,
): { subject?: string; text: string } {
  if (channel === 'sms') return { text: render.sms(template as never, params as never, language) }
  const { subject, text } = render.mail(template as never, params as never, language)
  return { subject, text }
}

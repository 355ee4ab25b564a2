import type { MailTemplates } from '#contract/messages.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'
import {
  type Channel,
  findMessages,
  expireOverdue,
  insertEntry,
  insertMessage,
  markFailed,
  updateReceipt,
  markSent,
  type OutboxRow,
  reschedule,
  claimDue,
} from './messages.repo.ts'
import {
  type MessagesDeps,
  type Receipt,
  type RenderedMail,
  type Renderer,
  SendError,
  type SmsSender,
} from './ports.ts'
import { newId } from '#server/kit/ids.ts'
import { inJob } from '#server/kit/request-context.ts'
import type { SentMessage, MailRequest, SmsRequest, ClaimedMessage, OutboxState } from './messages-model.ts'

/** Concurrent sends of a node by each channel. */
const BATCH = 10
const LIST_MAX = 500
/** What proves an address leaves for a refused one, too. */
const PROOFS: ReadonlySet<string> = new Set<keyof MailTemplates>(['emailCode', 'contactCode'])

export function createOutbox(deps: MessagesDeps) {
  const { db, clock, log, render, mail, keepSecrets, isWanted, addresses, currentSms = () => deps.sms } = deps
  return { send, sendDue, sendDueBy, recordReceipt, listSent }

  /** Sent after the caller's commit. */
  async function send(db: Db, request: SmsRequest | MailRequest): Promise<void> {
    await insertMessage(db, { messageId: newId(), request, at: clock.now() })
  }

  /** Several nodes may run it concurrently. @returns how many were sent */
  async function sendDue(): Promise<number> {
    const [sms, mails] = await Promise.all([sendDueBy('sms'), sendDueBy('mail')])
    return sms + mails
  }

  /** A provider that hangs delays what leaves by its channel alone. */
  async function sendDueBy(channel: Channel): Promise<number> {
    let sent = 0
    await expireMessages()
    for (;;) {
      const now = clock.now()
      const claimed = await claimDue(db, channel, { now, until: now.add({ seconds: SENDING_SECONDS }), limit: BATCH })
      if (claimed.length === 0) return sent
      const outcomes = await Promise.all(claimed.map((one) => inJob(one.requestId, 'send message', () => attempt(one))))
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
      if (!(await isStillWanted(message))) {
        await markFailed(db, { messageId, state: 'expired', problem: 'no longer wanted' })
        return false
      }
      if (await isRefused(message)) {
        await markFailed(db, { messageId, state: 'refused', problem: 'no such mailbox' })
        return false
      }
      // The provider may be another one by the time it answers.
      const sms = currentSms()
      const sender = channel === 'sms' ? sms : mail
      const { providerId } = await dispatch(message, sms)
      await markSent(db, { messageId, provider: sender.name, providerId, at: clock.now(), keepParams: keepSecrets })
      return true
    } catch (error) {
      const next = afterFailure({ attempts, error, now: clock.now(), expiresAt })
      const problem = problemOf(error)
      log.warn({ messageId, channel, attempts, problem, next: next.state }, 'message not sent')
      if (next.state === 'waiting') await reschedule(db, { messageId, dueAt: next.dueAt, problem })
      else await giveUp(message, { state: next.state, problem, isGone: isGone(error) })
      return false
    }
  }

  /** What is not of an account is sent in any case: to operators, about alarms. */
  async function isRefused({ channel, template, to, accountId }: ClaimedMessage): Promise<boolean> {
    if (channel !== 'mail' || accountId === undefined || PROOFS.has(template)) return false
    return (await addresses?.isRefused(to)) ?? false
  }

  async function giveUp(
    { messageId, channel, to }: ClaimedMessage,
    { state, problem, isGone }: { state: 'refused' | 'expired' | 'unknown'; problem: string; isGone: boolean },
  ): Promise<void> {
    await inTransaction(db, async (tx) => {
      await markFailed(tx, { messageId, state, problem })
      const owners = isGone && channel === 'mail' ? ((await addresses?.refuse(tx, to)) ?? []) : []
      for (const accountId of owners) {
        const entry = { messageId: newId(), accountId, template: 'emailRefused', params: { email: to } } as const
        await insertEntry(tx, { ...entry, at: clock.now() })
      }
    })
  }

  /** Of announcements: what was stopped, or is not agreed to any more, does not leave. */
  async function isStillWanted({ template, params, accountId }: ClaimedMessage): Promise<boolean> {
    if (template !== 'announcement' || !isWanted) return true
    const { announcementId } = params
    return announcementId === undefined || accountId === undefined || isWanted({ announcementId, accountId })
  }

  function dispatch(message: ClaimedMessage, sms: SmsSender): Promise<{ providerId: string }> {
    const { messageId, to, language } = message
    if (message.channel === 'sms') {
      return sms.send({ messageId, to, text: render.sms(message.template, message.params as never, language) })
    }
    return mail.send({ messageId, to, ...render.mail(message.template, message.params, language) })
  }

  /** @returns false when no message matches */
  function recordReceipt(receipt: Receipt): Promise<boolean> {
    return updateReceipt(db, receipt)
  }

  /** Newest first; with their text if the parameters are kept. */
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

/** Before the second, third … attempt; then the message is given up. */
export const RETRY_SECONDS = [5, 30, 120, 600, 3_600, 3 * 3_600] as const

/** A node that exceeds it with a claimed message is considered dead. */
const SENDING_SECONDS = 300

type NextState =
  | { state: 'waiting'; dueAt: Temporal.Instant }
  | { state: Extract<OutboxState, 'refused' | 'expired' | 'unknown'> }

type FailedAttempt = {
  /** Including this one. */
  attempts: number
  error: unknown
  now: Temporal.Instant
  expiresAt: Temporal.Instant | undefined
}

/** At most once: retries only if the provider certainly did not accept the message. */
export function afterFailure({ attempts, error, now, expiresAt }: FailedAttempt): NextState {
  const failure = error instanceof SendError ? error.failure : 'unknown'
  if (failure === 'gone') return { state: 'refused' }
  if (failure !== 'busy') return { state: failure }
  const seconds = RETRY_SECONDS[attempts - 1]
  if (seconds === undefined) return { state: 'refused' }
  const dueAt = now.add({ seconds })
  const isTooLate = expiresAt !== undefined && Temporal.Instant.compare(dueAt, expiresAt) >= 0
  return isTooLate ? { state: 'expired' } : { state: 'waiting', dueAt }
}

const isGone = (error: unknown): boolean => error instanceof SendError && error.failure === 'gone'

/** Never a response body, which may hold a secret. */
export function problemOf(error: unknown): string {
  if (error instanceof SendError) return error.message.slice(0, 300)
  return error instanceof Error ? error.name : 'unknown'
}

/** GSM 03.38: one septet each; those of the extension take two. */
const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const GSM_EXTENDED = '^{}\\[~]|€'

/** Characters of a single segment, and of a part of several (3GPP TS 23.040). */
const SEGMENT = { gsm: { one: 160, several: 153 }, ucs2: { one: 70, several: 67 } } as const

type SmsEncoding = keyof typeof SEGMENT

export function segmentsOf(text: string): { encoding: SmsEncoding; segments: number } {
  const characters = [...text]
  const isGsm = characters.every((character) => GSM.includes(character) || GSM_EXTENDED.includes(character))
  const encoding = isGsm ? 'gsm' : 'ucs2'
  const length = isGsm ? characters.reduce((sum, character) => sum + (GSM.includes(character) ? 1 : 2), 0) : text.length
  const { one, several } = SEGMENT[encoding]
  return { encoding, segments: length <= one ? 1 : Math.ceil(length / several) }
}

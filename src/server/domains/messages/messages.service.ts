import type { MailTemplates, SmsTemplates } from '#contract/messages.ts'
import type { Language } from '#contract/languages.ts'
import { KEPT_DAYS } from '#contract/validity.ts'
import type { Db } from '#server/kit/db.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import { createInbox } from './inbox.service.ts'
import { eraseEntries, findEntries } from './inbox.repo.ts'
import { countWaiting, deleteSent, deleteUnowned, eraseMessages, findMessages, OUTBOX_CHANNEL } from './outbox.repo.ts'
import { createOutbox, type OutboxDeps } from './outbox.service.ts'
import type { ReceiptWebhook } from './ports.ts'
import { receiptEndpoint } from './receipts.jobs.ts'

export type MessagesDeps = OutboxDeps & {
  /** The delivery receipts of the SMS provider, if it sends any. */
  receipts?: ReceiptWebhook | undefined
}
export type Messages = ReturnType<typeof createMessages>

/** Maximum messages in an export; above what any account has. */
const EXPORT_MAX = 10_000
/** Maximum delay until a due retry is found. */
const RETRY_EVERY_MS = 1_000
const DELETE_EVERY_MS = 3_600_000

export function createMessages({ receipts, ...deps }: MessagesDeps) {
  const { db, clock } = deps
  const outbox = createOutbox(deps)
  const { sendDue, recordReceipt } = outbox

  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'outbox', everyMs: RETRY_EVERY_MS, wakeOn: OUTBOX_CHANNEL, run: sendDue },
      { name: 'messages without an account', everyMs: DELETE_EVERY_MS, run: deleteOld },
    ],
    personalData: { name: 'messages', collect, erase },
    gauges: [
      {
        name: 'harbour_outbox_waiting',
        help: 'SMS and e-mails waiting to be sent.',
        read: async () => [{ value: await countWaiting(db) }],
      },
    ],
    webhooks: receipts ? [receiptEndpoint(receipts, { recordReceipt, clock })] : [],
  }
  return {
    ...outbox,
    ...createInbox(deps),
    /** Deletes what was sent to these numbers and addresses, in the transaction that erases whoever had it sent. */
    forgetSent: (tx: Db, sent: { template: keyof MailTemplates & keyof SmsTemplates; recipients: readonly string[] }) =>
      deleteSent(tx, sent),
    domainModule,
  }

  function deleteOld(): Promise<void> {
    return deleteUnowned(db, clock.now().subtract({ hours: KEPT_DAYS.messages * 24 }))
  }

  /** An account's messages for its export, in its language. Sent messages hold secrets, so only their kind is listed. */
  async function collect({ accountId }: Person, language: Language): Promise<unknown> {
    const { rows } = await findEntries(db, { accountId, page: 1, pageSize: EXPORT_MAX })
    const sent = await findMessages(db, { accountId, limit: EXPORT_MAX })
    return {
      inbox: rows.map((row) => ({
        kind: row.template,
        ...deps.render.inbox(row.template, row.params as never, language),
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

import type { Db } from '#server/kit/db.ts'
import { createInbox } from './inbox.service.ts'
import { eraseEntries, findEntries } from './inbox.repo.ts'
import { eraseMessages, findMessages } from './outbox.repo.ts'
import { createOutbox, type OutboxDeps } from './outbox.service.ts'

export type MessagesDeps = OutboxDeps
export type Messages = ReturnType<typeof createMessages>

/** More than any account has. */
const ALL = 10_000

/** Builds messages. */
export function createMessages(deps: MessagesDeps) {
  const { db } = deps
  return { ...createOutbox(deps), ...createInbox(deps), exportOf, erase }

  /** An account's messages for its export; what had secrets in it names only its kind. */
  async function exportOf(accountId: string): Promise<unknown> {
    const { rows } = await findEntries(db, { accountId, page: 1, pageSize: ALL })
    const sent = await findMessages(db, { accountId, limit: ALL })
    return {
      inbox: rows.map((row) => ({ kind: row.template, values: row.params, sentAt: row.sent_at, readAt: row.read_at })),
      sent: sent.map((row) => ({ kind: row.template, channel: row.channel, to: row.recipient, at: row.created_at })),
    }
  }

  /** Erases everything that was written to an account. */
  async function erase(db: Db, owner: { accountId: string; recipients: readonly string[] }): Promise<void> {
    await eraseEntries(db, owner.accountId)
    await eraseMessages(db, owner)
  }
}

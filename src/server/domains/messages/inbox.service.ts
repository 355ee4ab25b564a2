import type { Kysely } from 'kysely'
import type { InboxTemplates } from '#contract/messages.ts'
import type { Language } from '#contract/languages.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { findEntries, insertEntry, markRead } from './inbox.repo.ts'
import type { InboxEntry } from './messages-model.ts'
import type { Renderer } from './ports.ts'

/** The inbox of an account. */
export function createInbox({ db, clock, render }: { db: Kysely<Database>; clock: Clock; render: Renderer }) {
  return { post, list, read }

  type Post<T extends keyof InboxTemplates> = { accountId: string; template: T; params: InboxTemplates[T] }

  /** Adds a message to the account's inbox, in the caller's transaction. */
  async function post<T extends keyof InboxTemplates>(db: Db, message: Post<T>): Promise<void> {
    await insertEntry(db, { ...message, messageId: newId(), at: clock.now() })
  }

  type ListRequest = { accountId: string; language: Language; page: number; pageSize: number }

  /** A page of the inbox, rendered in the viewer's language. */
  async function list({ accountId, language, page, pageSize }: ListRequest) {
    const { rows, total, unread } = await findEntries(db, { accountId, page, pageSize })
    const entries = rows.map(({ message_id, template, params, sent_at, read_at }): InboxEntry => {
      const text = render.inbox(template, params as never, language)
      return { messageId: message_id, ...text, sentAt: sent_at, read: read_at !== null }
    })
    return { list: entries, page, pageSize, total, unread }
  }

  /** Marks messages of the account as read. */
  function read(accountId: string, messageIds: readonly string[]): Promise<void> {
    return markRead(db, { accountId, messageIds, at: clock.now() })
  }
}

import { sql } from 'kysely'
import type { InboxTemplates } from '#contract/messages.ts'
import type { Db } from '#server/kit/db.ts'

type Instant = Temporal.Instant

declare module '#server/kit/db.ts' {
  interface Database {
    inbox_message: {
      message_id: string
      account_id: string
      template: keyof InboxTemplates
      params: string
      sent_at: Instant
      read_at: Instant | null
    }
  }
}

export type InboxRow = {
  message_id: string
  template: keyof InboxTemplates
  params: InboxTemplates[keyof InboxTemplates]
  sent_at: Instant
  read_at: Instant | null
}

type NewEntry = { messageId: string; accountId: string; template: keyof InboxTemplates; params: object; at: Instant }

export async function insertEntry(db: Db, { messageId, accountId, template, params, at }: NewEntry): Promise<void> {
  await db
    .insertInto('inbox_message')
    .values({
      message_id: messageId,
      account_id: accountId,
      template,
      params: JSON.stringify(params),
      sent_at: at,
      read_at: null,
    })
    .execute()
}

export async function findEntries(
  db: Db,
  { accountId, page, pageSize }: { accountId: string; page: number; pageSize: number },
): Promise<{ rows: InboxRow[]; total: number; unread: number }> {
  const { rows } = await sql<{
    rows: (InboxRow & { sent_at: string; read_at: string | null })[]
    total: number
    unread: number
  }>`
    with own as (select * from inbox_message where account_id = ${accountId}),
    listed as (
      select message_id, template, params, sent_at, read_at from own
      order by sent_at desc, message_id limit ${pageSize} offset ${(page - 1) * pageSize})
    select (select coalesce(jsonb_agg(to_jsonb(listed) order by sent_at desc, message_id), '[]') from listed) as rows,
      (select count(*)::int from own) as total,
      (select count(*)::int from own where read_at is null) as unread`.execute(db)
  const { rows: listed, total, unread } = rows[0] ?? { rows: [], total: 0, unread: 0 }
  return { rows: listed.map(entryOf), total, unread }
}

/** Ignores ids of other accounts. */
export async function markRead(
  db: Db,
  { accountId, messageIds, at }: { accountId: string; messageIds: readonly string[]; at: Instant },
): Promise<void> {
  await sql`
    update inbox_message set read_at = ${at}
    where account_id = ${accountId} and message_id = any(${messageIds}) and read_at is null`.execute(db)
}

export async function eraseEntries(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('inbox_message').where('account_id', '=', accountId).execute()
}

/** JSON aggregation returns instants as text. */
const entryOf = (row: InboxRow & { sent_at: unknown; read_at: unknown }): InboxRow => ({
  ...row,
  sent_at: Temporal.Instant.from(String(row.sent_at)),
  read_at: row.read_at === null ? null : Temporal.Instant.from(String(row.read_at)),
})

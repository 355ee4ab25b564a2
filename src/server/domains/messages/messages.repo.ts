import { type Generated, sql } from 'kysely'
import type { MailTemplates, SmsTemplates, InboxTemplates } from '#contract/messages.ts'
import type { Db } from '#server/kit/db.ts'
import { type Lease, leaseDueRows } from '#server/kit/lease.ts'
import { currentRequestId } from '#server/kit/request-context.ts'
import type { Language } from '#contract/languages.ts'
import type { MailRequest, OutboxState, SmsRequest, ClaimedMessage } from './messages-model.ts'
import type { Receipt } from './ports.ts'

type Instant = Temporal.Instant

export type Channel = 'sms' | 'mail'

interface OutboxTable {
  message_id: string
  channel: Channel
  recipient: string
  account_id: string | null
  template: string
  params: string
  language: Language
  state: OutboxState
  attempts: Generated<number>
  due_at: Instant
  expires_at: Instant | null
  provider: string | null
  provider_id: string | null
  problem: string | null
  created_at: Instant
  sent_at: Instant | null
  /** That caused it. */
  request_id: string | null
}

declare module '#server/kit/db.ts' {
  interface Database {
    outbox_message: OutboxTable
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

export const OUTBOX_CHANNEL = 'outbox'

export type OutboxRow = Omit<OutboxTable, 'params' | 'attempts'> & { params: object; attempts: number }

/** Notifies the worker on commit. */
export async function insertMessage(
  db: Db,
  { messageId, request, at }: { messageId: string; request: SmsRequest | MailRequest; at: Instant },
): Promise<void> {
  await sql`
    with added as (
      insert into outbox_message
        (message_id, channel, recipient, account_id, template, params, language, state, due_at, expires_at, created_at, request_id)
      values (${messageId}, ${request.channel}, ${request.to}, ${request.accountId ?? null}, ${request.template},
        ${JSON.stringify(request.params)}::jsonb, ${request.language}, 'waiting', ${at}, ${request.expiresAt ?? null}, ${at},
        ${currentRequestId()})
    )
    select pg_notify(${OUTBOX_CHANNEL}, '')`.execute(db)
}

/** Exclusive until `until`, oldest first, announcements last. */
export async function claimDue(db: Db, channel: Channel, lease: Lease): Promise<ClaimedMessage[]> {
  const dueMessages = {
    table: 'outbox_message',
    key: 'message_id',
    dueAt: 'due_at',
    where: sql<boolean>`state = 'waiting' and channel = ${channel} and (expires_at is null or expires_at > ${lease.now})`,
    first: sql`template = 'announcement'`,
    set: sql`state = 'sending', attempts = attempts + 1`,
  }
  return (await leaseDueRows<OutboxRow>(db, dueMessages, lease)).map(toClaimedMessage)
}

/** Also gives up messages claimed by dead nodes. @returns the number of each */
export async function expireOverdue(db: Db, now: Instant): Promise<{ expired: number; unknown: number }> {
  const { rows } = await sql<{ state: OutboxState }>`
    update outbox_message set params = '{}',
      state = case when state = 'sending' then 'unknown' else 'expired' end
    where (state = 'sending' and due_at <= ${now}) or (state = 'waiting' and expires_at <= ${now})
    returning state`.execute(db)
  const expired = rows.filter(({ state }) => state === 'expired').length
  return { expired, unknown: rows.length - expired }
}

type SentUpdate = { messageId: string; provider: string; providerId: string; at: Instant; keepParams: boolean }

/** Erases the parameters unless they are kept. */
export async function markSent(db: Db, { messageId, provider, providerId, at, keepParams }: SentUpdate): Promise<void> {
  await sql`
    update outbox_message set state = 'sent', provider = ${provider}, provider_id = ${providerId}, sent_at = ${at},
      problem = null, params = case when ${keepParams}::boolean then params else '{}' end
    where message_id = ${messageId}`.execute(db)
}

export async function reschedule(
  db: Db,
  { messageId, dueAt, problem }: { messageId: string; dueAt: Instant; problem: string },
): Promise<void> {
  await db
    .updateTable('outbox_message')
    .set({ state: 'waiting', due_at: dueAt, problem })
    .where('message_id', '=', messageId)
    .execute()
}

/** Erases the parameters. */
export async function markFailed(
  db: Db,
  { messageId, state, problem }: { messageId: string; state: OutboxState; problem: string },
): Promise<void> {
  await db
    .updateTable('outbox_message')
    .set({ state, problem, params: '{}' })
    .where('message_id', '=', messageId)
    .execute()
}

/** @returns false when no message matches */
export async function updateReceipt(db: Db, { provider, providerId, state, problem }: Receipt): Promise<boolean> {
  const updated = await db
    .updateTable('outbox_message')
    .set({ state, problem: problem ?? null })
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .where('state', 'in', ['sent', 'delivered', 'undelivered'])
    .returning('message_id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function countWaiting(db: Db): Promise<{ count: number; oldest: Temporal.Instant | null }> {
  const { rows } = await sql<{ count: number; oldest: Temporal.Instant | null }>`
    select count(*)::int as count, min(created_at) as oldest from outbox_message where state in ('waiting', 'sending')`.execute(
    db,
  )
  return rows[0]!
}

export async function countWaitingOf(db: Db, template: 'announcement'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox_message where state in ('waiting', 'sending') and template = ${template}`.execute(
    db,
  )
  return rows[0]!.count
}

export async function findMessages(
  db: Db,
  filter: { to?: string | undefined; accountId?: string; limit: number },
): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    select * from outbox_message
    where ${filter.to === undefined ? sql`true` : sql`recipient = ${filter.to}`}
      and ${filter.accountId === undefined ? sql`true` : sql`account_id = ${filter.accountId}`}
    order by created_at desc, message_id limit ${filter.limit}`.execute(db)
  return rows
}

/** Also unowned messages to its number and address; accounts may share an address. */
export async function eraseMessages(
  db: Db,
  { accountId, recipients }: { accountId: string; recipients: readonly string[] },
): Promise<void> {
  await sql`
    delete from outbox_message
    where account_id = ${accountId} or (account_id is null and recipient = any(${recipients}))`.execute(db)
}

/** Except those still waiting. */
export async function deleteUnowned(db: Db, before: Instant): Promise<void> {
  await sql`
    delete from outbox_message
    where account_id is null and created_at < ${before} and state not in ('waiting', 'sending')`.execute(db)
}

/** Of a template, to recipients without an account. */
export async function deleteSent(
  db: Db,
  { template, recipients }: { template: keyof MailTemplates & keyof SmsTemplates; recipients: readonly string[] },
): Promise<void> {
  await sql`
    delete from outbox_message
    where account_id is null and template = ${template} and recipient = any(${recipients})
      and state not in ('waiting', 'sending')`.execute(db)
}

const toClaimedMessage = (row: OutboxRow): ClaimedMessage =>
  ({
    messageId: row.message_id,
    channel: row.channel,
    to: row.recipient,
    template: row.template,
    params: row.params,
    language: row.language,
    accountId: row.account_id ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    attempts: row.attempts,
    requestId: row.request_id,
  }) as ClaimedMessage

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

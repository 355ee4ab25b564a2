import { type Generated, sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { Language } from '#contract/languages.ts'
import type { MailOrder, OutboxState, SmsOrder, Taken } from './messages-model.ts'
import type { Receipt } from './ports.ts'

type Instant = Temporal.Instant

interface OutboxTable {
  message_id: string
  channel: 'sms' | 'mail'
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
}

declare module '#server/kit/db.ts' {
  interface Database {
    outbox_message: OutboxTable
  }
}

/** Notified when something waits to be sent. */
export const OUTBOX_CHANNEL = 'outbox'

export type OutboxRow = Omit<OutboxTable, 'params' | 'attempts'> & { params: object; attempts: number }

/** Adds a message; whoever listens hears of it when the transaction commits. */
export async function insertMessage(
  db: Db,
  { messageId, order, at }: { messageId: string; order: SmsOrder | MailOrder; at: Instant },
): Promise<void> {
  await sql`
    with added as (
      insert into outbox_message
        (message_id, channel, recipient, account_id, template, params, language, state, due_at, expires_at, created_at)
      values (${messageId}, ${order.channel}, ${order.to}, ${order.accountId ?? null}, ${order.template},
        ${JSON.stringify(order.params)}::jsonb, ${order.language}, 'waiting', ${at}, ${order.expiresAt ?? null}, ${at})
    )
    select pg_notify(${OUTBOX_CHANNEL}, '')`.execute(db)
}

/** Takes up to `limit` messages that are due, the oldest first: nobody else gets them until `until`. */
export async function takeDue(
  db: Db,
  { now, until, limit }: { now: Instant; until: Instant; limit: number },
): Promise<Taken[]> {
  const { rows } = await sql<OutboxRow>`
    update outbox_message set state = 'sending', attempts = attempts + 1, due_at = ${until}
    where message_id in (
      select message_id from outbox_message
      where state = 'waiting' and due_at <= ${now} and (expires_at is null or expires_at > ${now})
      order by due_at limit ${limit} for update skip locked)
    returning *`.execute(db)
  return rows.map(takenOf)
}

/** Gives up what nobody needs any more, and what a dead node had in hand. @returns the numbers of each */
export async function giveUpLate(db: Db, now: Instant): Promise<{ expired: number; unknown: number }> {
  const { rows } = await sql<{ state: OutboxState }>`
    update outbox_message set params = '{}',
      state = case when state = 'sending' then 'unknown' else 'expired' end
    where (state = 'sending' and due_at <= ${now}) or (state = 'waiting' and expires_at <= ${now})
    returning state`.execute(db)
  const expired = rows.filter(({ state }) => state === 'expired').length
  return { expired, unknown: rows.length - expired }
}

type Sent = { messageId: string; provider: string; providerId: string; at: Instant; keepParams: boolean }

/** Notes that a message has left, and erases what it said unless told to keep it. */
export async function markSent(db: Db, { messageId, provider, providerId, at, keepParams }: Sent): Promise<void> {
  await sql`
    update outbox_message set state = 'sent', provider = ${provider}, provider_id = ${providerId}, sent_at = ${at},
      problem = null, params = case when ${keepParams}::boolean then params else '{}' end
    where message_id = ${messageId}`.execute(db)
}

/** Puts a message off. */
export async function putOff(
  db: Db,
  { messageId, dueAt, problem }: { messageId: string; dueAt: Instant; problem: string },
): Promise<void> {
  await db
    .updateTable('outbox_message')
    .set({ state: 'waiting', due_at: dueAt, problem })
    .where('message_id', '=', messageId)
    .execute()
}

/** Gives a message up and erases what it said. */
export async function markLost(
  db: Db,
  { messageId, state, problem }: { messageId: string; state: OutboxState; problem: string },
): Promise<void> {
  await db
    .updateTable('outbox_message')
    .set({ state, problem, params: '{}' })
    .where('message_id', '=', messageId)
    .execute()
}

/** Notes what the party says of a message that it took. @returns whether there is such a message */
export async function markReceipt(db: Db, { provider, providerId, state, problem }: Receipt): Promise<boolean> {
  const marked = await db
    .updateTable('outbox_message')
    .set({ state, problem: problem ?? null })
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .where('state', 'in', ['sent', 'delivered', 'undelivered'])
    .returning('message_id')
    .executeTakeFirst()
  return marked !== undefined
}

/** How many messages have not left. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outbox_message where state in ('waiting', 'sending')`.execute(db)
  return rows[0]?.count ?? 0
}

/** What was written to whom, the newest first. */
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

/** Erases an account's messages, and those to its number and address that are nobody else's: an address may be shared. */
export async function eraseMessages(
  db: Db,
  { accountId, recipients }: { accountId: string; recipients: readonly string[] },
): Promise<void> {
  await sql`
    delete from outbox_message
    where account_id = ${accountId} or (account_id is null and recipient = any(${recipients}))`.execute(db)
}

const takenOf = (row: OutboxRow): Taken =>
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
  }) as Taken

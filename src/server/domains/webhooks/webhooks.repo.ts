import { type Db, sql } from '#server/kit/db.ts'
import { type KeysetPage, readPage } from '#server/kit/keyset.ts'
import { type Lease, leaseDueRows } from '#server/kit/lease.ts'
import { currentRequestId } from '#server/kit/request-context.ts'
import { BODY_DAYS } from './webhooks.rules.ts'

type Instant = Temporal.Instant

export const WEBHOOK_CHANNEL = 'webhook_event'

export interface WebhookEventTable {
  event_id: string
  provider: string
  dedup_key: string
  /** Encrypted; null once erased. */
  body: Buffer | null
  state: 'waiting' | 'processed' | 'failed'
  attempts: number
  due_at: Instant
  problem: string | null
  received_at: Instant
  processed_at: Instant | null
  /** That brought it. */
  request_id: string | null
}

declare module '#server/kit/db.ts' {
  interface Database {
    webhook_event: WebhookEventTable
  }
}

export type LeasedEvent = Pick<
  WebhookEventTable,
  'event_id' | 'provider' | 'body' | 'attempts' | 'received_at' | 'request_id'
>

export type NewEvent = { eventId: string; provider: string; dedupKey: string; body: Buffer; at: Instant }

/** @returns false when the provider has sent it before */
export async function insertEvent(db: Db, { eventId, provider, dedupKey, body, at }: NewEvent): Promise<boolean> {
  const { rows } = await sql<{ added: boolean }>`
    with added as (
      insert into webhook_event (event_id, provider, dedup_key, body, state, due_at, received_at, request_id)
      values (${eventId}, ${provider}, ${dedupKey}, ${body}, 'waiting', ${at}, ${at}, ${currentRequestId()})
      on conflict (provider, dedup_key) do nothing
      returning event_id
    )
    select count(*) > 0 as added, pg_notify(${WEBHOOK_CHANNEL}, '') from added`.execute(db)
  return rows[0]?.added ?? false
}

export async function leaseDue(
  db: Db,
  { providers, ...lease }: Lease & { providers: readonly string[] },
): Promise<LeasedEvent[]> {
  const dueEvents = {
    table: 'webhook_event',
    key: 'event_id',
    dueAt: 'due_at',
    where: sql<boolean>`state = 'waiting' and provider = any(${providers}::text[])`,
    set: sql`attempts = attempts + 1`,
  }
  const events = await leaseDueRows<LeasedEvent>(db, dueEvents, lease)
  return events.toSorted(
    (one, other) =>
      Temporal.Instant.compare(one.received_at, other.received_at) || (one.event_id < other.event_id ? -1 : 1),
  )
}

/** The lease is part of the condition: a node that lost it changes nothing. */
export async function markProcessed(
  db: Db,
  { eventId, attempts, at }: { eventId: string; attempts: number; at: Instant },
): Promise<void> {
  await db
    .updateTable('webhook_event')
    .set({ state: 'processed', processed_at: at, problem: null })
    .where('event_id', '=', eventId)
    .where('attempts', '=', attempts)
    .execute()
}

export async function markAttemptFailed(
  db: Db,
  {
    eventId,
    attempts,
    state,
    dueAt,
    problem,
  }: { eventId: string; attempts: number; state: 'waiting' | 'failed'; dueAt: Instant; problem: string },
): Promise<void> {
  await db
    .updateTable('webhook_event')
    .set({ state, due_at: dueAt, problem })
    .where('event_id', '=', eventId)
    .where('attempts', '=', attempts)
    .execute()
}

export async function requeueFailed(db: Db, { provider, at }: { provider: string; at: Instant }): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_event')
    .set({ state: 'waiting', attempts: 0, due_at: at })
    .where('state', '=', 'failed')
    .where('provider', '=', provider)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** @returns undefined for one that is unknown; whether it had failed and its body is kept */
export async function requeueEvent(
  db: Db,
  { eventId, at }: { eventId: string; at: Instant },
): Promise<{ provider: string; isRequeued: boolean } | undefined> {
  const { rows } = await sql<{ provider: string; isRequeued: boolean }>`
    with requeued as (
      update webhook_event set state = 'waiting', attempts = 0, due_at = ${at}
      where event_id = ${eventId} and state = 'failed' and body is not null returning event_id)
    select provider, exists (select from requeued) as "isRequeued" from webhook_event where event_id = ${eventId}`.execute(
    db,
  )
  return rows[0]
}

export interface EventQuery {
  readonly filter: { readonly provider?: string | undefined; readonly state?: WebhookEventTable['state'] | undefined }
  readonly sort: '-receivedAt' | 'receivedAt'
  readonly after?: string | undefined
  readonly limit: number
}

export interface ListedEvent {
  readonly eventId: string
  readonly provider: string
  readonly state: WebhookEventTable['state']
  readonly attempts: number
  readonly problem: string | null
  readonly receivedAt: Instant
  /** Of one that waits. */
  readonly dueAt: Instant | null
  readonly processedAt: Instant | null
  readonly hasBody: boolean
}

export const listEvents = (
  db: Db,
  { filter: { provider, state }, sort, after, limit }: EventQuery,
): Promise<KeysetPage<ListedEvent>> =>
  readPage<ListedEvent>(
    db,
    {
      columns: sql`event_id as "eventId", provider, state, attempts, problem, received_at as "receivedAt",
        case when state = 'waiting' then due_at end as "dueAt", processed_at as "processedAt", body is not null as "hasBody"`,
      from: sql`webhook_event`,
      where: [
        ...(provider === undefined ? [] : [sql`provider = ${provider}`]),
        ...(state === undefined ? [] : [sql`state = ${state}`]),
      ],
      sort: { by: sql`received_at`, type: 'timestamptz', descending: sort.startsWith('-') },
      id: { by: sql`event_id`, type: 'text' },
    },
    { after, limit },
  )

export async function eraseOldBodies(db: Db, now: Instant): Promise<void> {
  const before = now.subtract({ hours: BODY_DAYS * 24 })
  await sql`
    update webhook_event set body = null
    where body is not null
      and ((state = 'processed' and processed_at <= ${before}) or (state = 'failed' and due_at <= ${before}))`.execute(
    db,
  )
}

export async function findBacklog(db: Db): Promise<{ count: number; failed: number; oldest: Temporal.Instant | null }> {
  const { rows } = await sql<{ count: number; failed: number; oldest: Temporal.Instant | null }>`
    select count(*)::int as count, count(*) filter (where state = 'failed')::int as failed, min(received_at) as oldest
    from webhook_event where state in ('waiting', 'failed')`.execute(db)
  return rows[0]!
}

export async function countOpen(db: Db): Promise<{ provider: string; state: 'waiting' | 'failed'; count: number }[]> {
  const { rows } = await sql<{ provider: string; state: 'waiting' | 'failed'; count: number }>`
    select provider, state, count(*)::int as count from webhook_event
    where state in ('waiting', 'failed') group by provider, state`.execute(db)
  return rows
}

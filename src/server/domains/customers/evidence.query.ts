import { sql } from 'kysely'
import type { ContactTheme } from '#contract/contact.ts'
import type { Language } from '#contract/languages.ts'
import type { Db } from '#server/kit/db.ts'
import type { MessageRow } from './customers.query.ts'

type Instant = Temporal.Instant
type Translated = Readonly<Record<Language, string>>

/** What an order was used for, and what its account did around it, as far as it is kept. */
export interface OrderUse {
  /** What members agreed to in the order's plan; null for what is no plan. */
  readonly plan: {
    readonly versionId: string
    readonly publishedAt: Instant
    readonly from: Instant
    readonly until: Instant
  } | null
  /** Of credits: what they were spent on. */
  readonly rentals: readonly {
    readonly title: Translated
    readonly at: Instant
    readonly endsAt: Instant
    readonly credits: number
    readonly voidedAt: Instant | null
  }[]
  /** Of the titles above, or in the month that was paid. */
  readonly plays: readonly { readonly title: Translated; readonly at: Instant; readonly lastSeenAt: Instant }[]
  /** How far each of them was watched, in seconds. */
  readonly progress: readonly {
    readonly title: Translated
    readonly at: Instant
    readonly position: number
    readonly duration: number
  }[]
  readonly goods: {
    readonly sentAt: Instant | null
    readonly deliveredAt: Instant | null
    readonly reference: string | null
  } | null
  readonly giftCard: { readonly sentAt: Instant | null; readonly usedAt: Instant | null } | null
  readonly screening: { readonly startsAt: Instant; readonly seats: number; readonly joined: number } | null
}

export interface AccountUse {
  readonly signIns: readonly {
    readonly device: string | null
    readonly at: Instant
    readonly lastUsedAt: Instant
    readonly endedAt: Instant | null
  }[]
  readonly messages: readonly Pick<MessageRow, 'channel' | 'template' | 'state' | 'at' | 'sentAt'>[]
  readonly cases: readonly {
    readonly caseNumber: string
    readonly theme: ContactTheme
    readonly at: Instant
    readonly answeredAt: Instant | null
  }[]
}

/** Rows of each kind; the newest are kept. */
const ROWS_MAX = 200

const titleOf = sql`jsonb_build_object('zh_HK', coalesce(t.title_zh, ''), 'en_US', coalesce(t.title_en, ''))`

export async function findOrderUse(
  db: Db,
  { orderId, accountId }: { orderId: string; accountId: string },
): Promise<OrderUse> {
  const of = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows
  const [plan] = await of(sql<NonNullable<OrderUse['plan']>>`
    select c.plan_version_id as "versionId", v.published_at as "publishedAt", c.starts_at as "from", c.ends_at as "until"
    from subscription_cycle c join plan_version v using (plan_version_id) where c.order_id = ${orderId} limit 1`)
  const rentals = await of(sql<OrderUse['rentals'][number] & { programId: string }>`
    select r.program_id as "programId", ${titleOf} as title, r.starts_at as at, r.ends_at as "endsAt", r.credits, r.voided_at as "voidedAt"
    from topup u join lot l using (lot_id) join rental r on r.wallet_id = l.wallet_id
      left join title t on t.program_id = r.program_id
    where u.order_id = ${orderId}
      and exists (select from posting p where p.transfer_id = r.transfer_id and p.lot_id = l.lot_id)
    order by r.starts_at desc limit ${ROWS_MAX}`)
  const rented = [...new Set(rentals.map(({ programId }) => programId))]
  const [from, until] = [plan?.from ?? null, plan?.until ?? null]
  const used = (at: ReturnType<typeof sql>, programId: ReturnType<typeof sql>) =>
    sql`(${programId} = any(${rented}::text[]) or (${at} >= ${from}::timestamptz and ${at} < ${until}::timestamptz))`
  const plays = await of(sql<OrderUse['plays'][number]>`
    select ${titleOf} as title, s.started_at as at, s.last_seen_at as "lastSeenAt"
    from playback_stream s left join title t on t.program_id = s.program_id
    where s.account_id = ${accountId} and ${used(sql`s.started_at`, sql`s.program_id`)}
    order by s.started_at desc limit ${ROWS_MAX}`)
  const progress = await of(sql<OrderUse['progress'][number]>`
    select ${titleOf} as title, b.at, b.position, b.duration
    from profile f join bookmark b on b.profile_id = f.profile_id left join title t on t.program_id = b.program_id
    where f.account_id = ${accountId} and ${used(sql`b.at`, sql`b.program_id`)}
    order by b.at desc limit ${ROWS_MAX}`)
  const [goods] = await of(sql<NonNullable<OrderUse['goods']>>`
    select sent_at as "sentAt", delivered_at as "deliveredAt", reference from sale_order where order_id = ${orderId}`)
  const [giftCard] = await of(sql<NonNullable<OrderUse['giftCard']>>`
    select sent_at as "sentAt", (select min(used_at) from code_use u where u.code_id = g.code_id) as "usedAt"
    from gift_card g where order_id = ${orderId}`)
  const [screening] = await of(sql<NonNullable<OrderUse['screening']>>`
    select starts_at as "startsAt", seats,
      (select count(*) from screening_seat p where p.screening_id = s.screening_id)::int as joined
    from screening s where order_id = ${orderId}`)
  return {
    plan: plan ?? null,
    rentals,
    plays,
    progress,
    goods: goods ?? null,
    giftCard: giftCard ?? null,
    screening: screening ?? null,
  }
}

/** Sign-ins that were in use after an instant, and what was written since. No addresses, numbers or contents. */
export async function findAccountUse(
  db: Db,
  { accountId, since }: { accountId: string; since: Instant },
): Promise<AccountUse> {
  const signIns = await sql<AccountUse['signIns'][number]>`
    select device_name as device, created_at as at, last_used_at as "lastUsedAt", ended_at as "endedAt" from session
    where account_id = ${accountId} and last_used_at >= ${since} order by created_at desc limit ${ROWS_MAX}`.execute(db)
  const messages = await sql<AccountUse['messages'][number]>`
    select channel, template, state, created_at as at, sent_at as "sentAt" from outbox_message
    where account_id = ${accountId} and created_at >= ${since}
    union all
    select 'inbox', template, case when read_at is null then 'sent' else 'read' end, sent_at, sent_at from inbox_message
    where account_id = ${accountId} and sent_at >= ${since}
    order by at desc limit ${ROWS_MAX}`.execute(db)
  const cases = await sql<AccountUse['cases'][number]>`
    select case_number as "caseNumber", theme, sent_at as at, answered_at as "answeredAt" from contact_message
    where account_id = ${accountId} and sent_at >= ${since} order by sent_at desc limit ${ROWS_MAX}`.execute(db)
  return { signIns: signIns.rows, messages: messages.rows, cases: cases.rows }
}

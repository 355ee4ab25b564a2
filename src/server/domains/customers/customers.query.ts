import { type RawBuilder, sql } from 'kysely'
import type { SENT_STATES } from '#contract/admin/customer-records.ts'
import type { ORDER_STATES } from '#contract/order-states.ts'
import { FOUND_MAX } from '#contract/admin/customers.ts'
import type { ContactTheme } from '#contract/contact.ts'
import type { Language } from '#contract/languages.ts'
import type { PaymentKind, PaymentPurpose } from '#contract/payments.ts'
import type { Db } from '#server/kit/db.ts'
import { type KeysetList, type KeysetPage, readPage } from '#server/kit/keyset.ts'
import type { FoundBy, Search } from './customers.rules.ts'

type Instant = Temporal.Instant
type Translated = Readonly<Record<Language, string>>

export interface FoundRow {
  readonly accountId: string
  readonly number: string
  readonly name: string
  readonly plan: Translated | null
  readonly since: Instant
  readonly isClosing: boolean
  readonly isBlocked: boolean
  readonly foundBy: FoundBy
}

function conditionOf(search: Search, orderId: string): RawBuilder<unknown> {
  switch (search.by) {
    case 'number':
      return sql`a.number = any(${[...search.numbers]}::text[])`
    case 'email':
      return sql`lower(a.email) = ${search.email}`
    case 'id':
      return sql`a.account_id in (${search.id}, (select account_id from payment_order where order_id = ${orderId}))`
  }
}

const foundBy = (search: Search): RawBuilder<unknown> =>
  search.by === 'id'
    ? sql`case when a.account_id = ${search.id} then 'account' else 'order' end`
    : sql`${search.by}::text`

/** `orderId`: of the order whose number or id was typed. */
export async function findAccounts(
  db: Db,
  { search, orderId, now }: { search: Search; orderId: string; now: Instant },
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select a.account_id as "accountId", a.number, a.name, a.created_at as since, a.closes_at is not null as "isClosing",
      coalesce(w.blocked_at is not null, false) as "isBlocked", ${foundBy(search)} as "foundBy",
      (select v.name from subscription s join plan_version v using (plan_version_id)
        where s.account_id = a.account_id and s.state in ('trial', 'active', 'past_due', 'cancelling')
          and s.entitled_until > ${now}) as plan
    from account a left join wallet w on w.account_id = a.account_id
    where ${conditionOf(search, orderId)}
    order by a.created_at desc, a.account_id limit ${FOUND_MAX}`.execute(db)
  return rows
}

export interface CustomerPage {
  readonly accountId: string
  readonly after?: string | undefined
  readonly limit: number
}

/** Newest first by `at`. */
const newest = (
  parts: Pick<KeysetList, 'columns' | 'from' | 'where'> & { at: RawBuilder<unknown>; id: RawBuilder<unknown> },
) => ({
  columns: parts.columns,
  from: parts.from,
  where: parts.where,
  sort: { by: parts.at, type: 'timestamptz', descending: true } as const,
  id: { by: parts.id, type: 'text' } as const,
})

export interface OrderRow {
  readonly orderNumber: string
  readonly at: Instant
  readonly purpose: PaymentPurpose
  readonly kind: PaymentKind
  readonly state: (typeof ORDER_STATES)[number]
  readonly amountCents: number
  readonly refundedCents: number
  readonly paidAt: Instant | null
  readonly deliveredAt: Instant | null
  readonly isUndeliverable: boolean
}

export const listOrders = (db: Db, { accountId, ...page }: CustomerPage): Promise<KeysetPage<OrderRow>> =>
  readPage<OrderRow>(
    db,
    newest({
      columns: sql`o.order_number as "orderNumber", o.created_at as at, o.purpose, o.kind, o.state,
        o.amount_cents as "amountCents", o.paid_at as "paidAt", o.delivered_at as "deliveredAt",
        o.undeliverable is not null as "isUndeliverable",
        coalesce((select sum(r.amount_cents) from payment_refund r
          where r.order_id = o.order_id and r.state = 'succeeded'), 0)::bigint as "refundedCents"`,
      from: sql`payment_order o`,
      where: [sql`o.account_id = ${accountId}`],
      at: sql`o.created_at`,
      id: sql`o.order_id`,
    }),
    page,
  )

export interface RentalRow {
  readonly rentalId: string
  readonly programId: string
  readonly title: Translated
  readonly credits: number
  readonly byVoucher: boolean
  readonly at: Instant
  readonly endsAt: Instant
  readonly voidedAt: Instant | null
}

export const listRentals = (db: Db, { accountId, ...page }: CustomerPage): Promise<KeysetPage<RentalRow>> =>
  readPage<RentalRow>(
    db,
    newest({
      columns: sql`r.rental_id as "rentalId", r.program_id as "programId", r.credits, r.starts_at as at,
        jsonb_build_object('zh_HK', coalesce(t.title_zh, ''), 'en_US', coalesce(t.title_en, '')) as title,
        r.voucher_lot_id is not null as "byVoucher", r.ends_at as "endsAt", r.voided_at as "voidedAt"`,
      from: sql`wallet w join rental r on r.wallet_id = w.wallet_id left join title t on t.program_id = r.program_id`,
      where: [sql`w.account_id = ${accountId}`],
      at: sql`r.starts_at`,
      id: sql`r.rental_id`,
    }),
    page,
  )

export interface MessageRow {
  readonly messageId: string
  readonly channel: 'sms' | 'mail' | 'inbox'
  readonly template: string
  readonly state: (typeof SENT_STATES)[number]
  readonly at: Instant
  readonly sentAt: Instant | null
}

/** Of the account, and what its number was sent without one: the codes of a sign-in. No parameters, no recipients. */
export const listMessages = (db: Db, { accountId, ...page }: CustomerPage): Promise<KeysetPage<MessageRow>> =>
  readPage<MessageRow>(
    db,
    newest({
      columns: sql`m.message_id as "messageId", m.channel, m.template, m.state, m.at, m.sent_at as "sentAt"`,
      from: sql`(
        select message_id, channel, template, state, created_at as at, sent_at from outbox_message
        where account_id = ${accountId}
        union all
        select message_id, channel, template, state, created_at, sent_at from outbox_message
        where account_id is null and recipient = (select number from account where account_id = ${accountId})
        union all
        select message_id, 'inbox', template, case when read_at is null then 'sent' else 'read' end, sent_at, sent_at
        from inbox_message where account_id = ${accountId}) m`,
      where: [],
      at: sql`m.at`,
      id: sql`m.message_id`,
    }),
    page,
  )

export interface CaseRow {
  readonly caseNumber: string
  readonly theme: ContactTheme
  readonly state: 'open' | 'answered' | 'closed'
  readonly at: Instant
  readonly answeredAt: Instant | null
  readonly closedAt: Instant | null
}

export const listCases = (db: Db, { accountId, ...page }: CustomerPage): Promise<KeysetPage<CaseRow>> =>
  readPage<CaseRow>(
    db,
    newest({
      columns: sql`case_number as "caseNumber", theme, state, sent_at as at, answered_at as "answeredAt",
        closed_at as "closedAt"`,
      from: sql`contact_message`,
      where: [sql`account_id = ${accountId}`],
      at: sql`sent_at`,
      id: sql`case_number`,
    }),
    page,
  )

export interface Related {
  readonly sameDevice: number
  readonly samePayer: number
  readonly sameEmail: number
}

export async function countRelated(db: Db, accountId: string): Promise<Related> {
  const { rows } = await sql<Related>`
    select
      (select count(distinct other.account_id) from session own join session other using (device_hash)
        where own.account_id = ${accountId} and own.device_hash is not null and other.account_id <> ${accountId})::int
        as "sameDevice",
      (select count(distinct other.account_id) from agreement own join agreement other using (kind, payer_reference)
        where own.account_id = ${accountId} and own.payer_reference is not null and other.account_id <> ${accountId})::int
        as "samePayer",
      (select count(*) from account own join account other on lower(other.email) = lower(own.email)
        where own.account_id = ${accountId} and own.email <> '' and other.account_id <> ${accountId})::int
        as "sameEmail"`.execute(db)
  return rows[0]!
}

import { type RawBuilder, sql } from 'kysely'
import type { CaseCause } from '#contract/admin/payments.ts'
import type { Db } from '#server/kit/db.ts'
import { type KeysetPage, readPage } from '#server/kit/keyset.ts'
import { answerBy } from './order-list.query.ts'

type Instant = Temporal.Instant

export interface PaymentCase {
  readonly orderId: string
  /** Null for what is listed and no order of ours, such as a renewal. */
  readonly orderNumber: string | null
  readonly cause: CaseCause
  readonly amountCents: number
  readonly currency: string
  readonly problem: string | null
}

/** Paid and undelivered, a refund that runs, a refund to be claimed: cases if older. */
interface CaseLimits {
  readonly before: Instant
  readonly running: Instant
  readonly claimable: Instant
}

/** A failed refund is no case once another was requested. `most`: of each of these kinds. */
const ownCases = (limits: CaseLimits, most?: number): RawBuilder<unknown> =>
  sql.join(
    ownKinds(limits).map((kind) => (most === undefined ? kind : sql`(${kind} limit ${most})`)),
    sql` union all `,
  )

const ownKinds = ({ before, running, claimable }: CaseLimits): RawBuilder<unknown>[] => [
  sql`
    select order_id as "orderId", 'review' as cause, paid_cents as "amountCents", paid_currency as currency,
      null as problem, paid_at as at
    from payment_order where paid_at is not null and delivered_at is null and state = 'review'`,
  sql`
    select order_id, 'undelivered', paid_cents, paid_currency, undeliverable, paid_at
    from payment_order where paid_at <= ${before} and delivered_at is null
      and state in ('paid', 'part_refunded')`,
  sql`
    select order_id, 'paid again', amount_cents, currency, reference, at
    from payment_evidence e where event = 'paidAgain'
      and not exists (select from payment_listing_dismissal d where d.reference = e.reference)
      and not exists (
        select from payment_order s where s.second_of = e.order_id and s.payment_reference = e.reference)`,
  sql`
    select e.order_id, 'refunded and charged back', o.paid_cents, o.paid_currency,
      coalesce(e.reference, o.payment_reference), e.at
    from payment_evidence e join payment_order o using (order_id)
    where event = 'disputeLost' and from_state = 'refunded' and not exists (
      select from payment_listing_dismissal d where d.reference = coalesce(e.reference, o.payment_reference))`,
  sql`
    select order_id, 'refunded late', amount_cents, currency, reference, at
    from payment_evidence e where event = 'refundedLate'
      and not exists (select from payment_listing_dismissal d where d.reference = e.reference)`,
  sql`
    select order_id, 'refund ' || state, amount_cents, currency, problem, requested_at
    from payment_refund r where state in ('failed', 'returned') and not exists (
      select from payment_refund later where later.order_id = r.order_id and later.ordinal > r.ordinal)`,
  sql`
    select order_id, case when problem is null then 'refund unfinished' else 'refund in doubt' end, amount_cents,
      currency, problem, requested_at
    from payment_refund where state = 'awaiting_claim' and requested_at <= ${claimable}
      or state in ('requested', 'pending') and (requested_at <= ${running} or problem is not null)`,
]

/** The oldest first. */
export async function findCases(db: Db, limits: CaseLimits): Promise<PaymentCase[]> {
  const { rows } = await sql<PaymentCase>`
    select found.*, named.order_number as "orderNumber" from (${ownCases(limits)}) as found
    left join payment_order named on named.order_id = found."orderId"
    order by at, "orderId"`.execute(db)
  return rows.map(({ orderId, orderNumber, cause, amountCents, currency, problem }) => ({
    orderId,
    orderNumber,
    cause,
    amountCents,
    currency,
    problem,
  }))
}

/** Movements since `recent` that were listed until `before`. */
type ListingLimits = { readonly before: Instant; readonly recent: Instant }

/** Differences between a provider's listing and our records. A payment of ours counts once the day after its own is listed too. */
const listingCases = ({ before, recent }: ListingLimits): RawBuilder<unknown> => sql`
    with listed as (
      select l.* from payment_listing l
      where l.at >= ${recent} and l.listed_at <= ${before}
        and not exists (select from payment_listing_dismissal d where d.reference = l.reference)),
    compared as (
      select since, until - interval '1 day' as until, kind, sandbox from payment_listing_run)
      select own_id as "orderId", 'unknown payment' as cause, amount_cents as "amountCents", currency,
        reference || coalesce(' by ' || mandate_reference, '') as problem, at, reference
      from listed l where what = 'payment'
        and not exists (select from payment_order o where o.payment_reference = l.reference)
      union all
      select own_id, 'unknown refund', amount_cents, currency, reference, at, reference
      from listed l where what = 'refund'
        and not exists (
          select from payment_refund r where r.provider_reference = l.reference and r.state <> 'failed')
      union all
      select o.order_id, 'listed otherwise', l.amount_cents, l.currency, l.reference, l.at, l.reference
      from listed l join payment_order o on o.payment_reference = l.reference
      where what = 'payment' and (o.paid_cents <> l.amount_cents or o.paid_currency <> l.currency)
      union all
      select r.order_id, 'listed otherwise', l.amount_cents, l.currency, l.reference, l.at, l.reference
      from listed l join payment_refund r on r.provider_reference = l.reference
      where what = 'refund' and (r.amount_cents <> l.amount_cents or r.currency <> l.currency)
      union all
      select o.order_id, 'payment not listed', o.paid_cents, o.paid_currency, o.payment_reference, o.paid_at, o.payment_reference
      from compared c join payment_order o on o.kind = c.kind and o.sandbox = c.sandbox
        and o.paid_at >= greatest(c.since, ${recent}::timestamptz) and o.paid_at < c.until
      where o.payment_reference is not null
        and not exists (select from payment_listing l where l.reference = o.payment_reference)
        and not exists (select from payment_listing_dismissal d where d.reference = o.payment_reference)
      union all
      select r.order_id, 'refund not listed', r.amount_cents, r.currency, r.provider_reference, r.finished_at,
        r.provider_reference
      from compared c join payment_order o on o.kind = c.kind and o.sandbox = c.sandbox and o.paid_at >= ${recent}
      join payment_refund r on r.order_id = o.order_id and r.state = 'succeeded'
        and r.finished_at >= c.since and r.finished_at < c.until
      where r.provider_reference is not null
        and not exists (select from payment_listing l where l.reference = r.provider_reference)
        and not exists (select from payment_listing_dismissal d where d.reference = r.provider_reference)`

export async function findListingCases(db: Db, limits: ListingLimits): Promise<PaymentCase[]> {
  const { rows } = await sql<PaymentCase>`
    select "orderId", cause, "amountCents", found.currency, problem, named.order_number as "orderNumber"
    from (${listingCases(limits)}) as found
    left join payment_order named on named.order_id = found."orderId"
    order by "orderId", cause, problem`.execute(db)
  return rows
}

/** Up to `most` of each kind. */
export async function countCases(
  db: Db,
  limits: CaseLimits & ListingLimits,
  most: number,
): Promise<ReadonlyMap<CaseCause, number>> {
  const { rows } = await sql<{ cause: CaseCause; count: number }>`
    select cause, count(*)::int as count from (${ownCases(limits, most)}) as own group by cause
    union all
    select cause, count(*)::int from (select cause from (${listingCases(limits)}) as listed limit ${most}) as differing
    group by cause`.execute(db)
  return new Map(rows.map(({ cause, count }) => [cause, count]))
}

export interface ListedCase extends PaymentCase {
  readonly caseId: string
  readonly at: Instant
  /** At the provider, of what can be dismissed. */
  readonly reference: string | null
  /** Of a dispute: by when the provider wants an answer, if it said so. */
  readonly answerBy: Instant | null
}

export interface CaseQuery {
  readonly filter: { readonly cause?: CaseCause | undefined }
  readonly sort: 'at' | '-at'
  readonly after?: string | undefined
  readonly limit: number
}

/** With open disputes, which wait for the provider. */
export const listCases = (
  db: Db,
  { filter: { cause }, sort, after, limit }: CaseQuery,
  limits: CaseLimits & ListingLimits & { readonly now: Instant },
): Promise<KeysetPage<ListedCase>> =>
  readPage<ListedCase>(
    db,
    {
      columns: sql`found.*, named.order_number as "orderNumber", ${CASE_ID} as "caseId", case when cause = 'disputed' then
        ${answerBy(sql`found."orderId"`, limits.now)} end as "answerBy"`,
      from: sql`(
        select own.*, case when cause in ('paid again', 'refunded and charged back', 'refunded late') then problem end as reference
        from (${ownCases(limits)}) as own
        union all (${listingCases(limits)})
        union all
        select order_id, 'disputed', paid_cents, paid_currency, null,
          coalesce((select max(e.at) from payment_evidence e
            where e.order_id = o.order_id and e.event = 'disputeOpened'), paid_at), null
        from payment_order o where state = 'disputed') as found
        left join payment_order named on named.order_id = found."orderId"`,
      where: cause === undefined ? [] : [sql`cause = ${cause}`],
      sort: { by: sql`found.at`, type: 'timestamptz', descending: sort.startsWith('-') },
      id: { by: CASE_ID, type: 'text' },
    },
    { after, limit },
  )

const CASE_ID = sql`"orderId" || ' ' || cause || ' ' || coalesce(problem, '')`

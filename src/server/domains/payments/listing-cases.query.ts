import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'
import type { PaymentCase } from './cases.query.ts'

/** `before`: what was listed until then counts; `recent`: what moved since then. */
type Limits = { readonly before: Temporal.Instant; readonly recent: Temporal.Instant }

/**
 * Where a provider's listing and our records differ: what it lists and we do not have, with the mandate that charged it; another sum; and
 * what we have and it does not list. A payment of ours counts once the day after its own has been listed too.
 */
export async function findListingCases(db: Db, { before, recent }: Limits): Promise<PaymentCase[]> {
  const { rows } = await sql<PaymentCase>`
    with listed as (
      select l.* from payment_listing l
      where l.at >= ${recent} and l.listed_at <= ${before}
        and not exists (select from payment_listing_dismissal d where d.reference = l.reference)),
    compared as (
      select since, until - interval '1 day' as until, kind, sandbox from payment_listing_run)
    select * from (
      select own_id as "orderId", 'unknown payment' as cause, amount_cents as "amountCents", currency,
        reference || coalesce(' by ' || mandate_reference, '') as problem
      from listed l where what = 'payment'
        and not exists (select from payment_order o where o.payment_reference = l.reference)
      union all
      select own_id, 'unknown refund', amount_cents, currency, reference
      from listed l where what = 'refund'
        and not exists (select from payment_refund r where r.provider_reference = l.reference)
      union all
      select o.order_id, 'listed otherwise', l.amount_cents, l.currency, l.reference
      from listed l join payment_order o on o.payment_reference = l.reference
      where what = 'payment' and (o.paid_cents <> l.amount_cents or o.paid_currency <> l.currency)
      union all
      select r.order_id, 'listed otherwise', l.amount_cents, l.currency, l.reference
      from listed l join payment_refund r on r.provider_reference = l.reference
      where what = 'refund' and (r.amount_cents <> l.amount_cents or r.currency <> l.currency)
      union all
      select o.order_id, 'payment not listed', o.paid_cents, o.paid_currency, o.payment_reference
      from compared c join payment_order o on o.kind = c.kind and o.sandbox = c.sandbox
        and o.paid_at >= greatest(c.since, ${recent}::timestamptz) and o.paid_at < c.until
      where o.payment_reference is not null
        and not exists (select from payment_listing l where l.reference = o.payment_reference)
        and not exists (select from payment_listing_dismissal d where d.reference = o.payment_reference)
      union all
      select r.order_id, 'refund not listed', r.amount_cents, r.currency, r.provider_reference
      from compared c join payment_order o on o.kind = c.kind and o.sandbox = c.sandbox and o.paid_at >= ${recent}
      join payment_refund r on r.order_id = o.order_id and r.state = 'succeeded'
        and r.finished_at >= c.since and r.finished_at < c.until
      where r.provider_reference is not null
        and not exists (select from payment_listing l where l.reference = r.provider_reference)
        and not exists (select from payment_listing_dismissal d where d.reference = r.provider_reference)
    ) as found order by "orderId", cause, problem`.execute(db)
  return rows
}

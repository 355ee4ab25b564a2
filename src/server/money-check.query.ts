import type { Kysely } from 'kysely'
import { type Database, sql } from '#server/kit/db.ts'

/** The first differences. */
const LISTED = 20

/**
 * Payments of which the ledger holds another sum as received than was paid and is neither delivered nor returned: for orders that are over
 * this is 0. Money in another currency is not booked.
 * @returns the first ones, as sentences
 */
export async function findReceivedDifferences(db: Kysely<Database>): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
    const { rows } = await sql<{ difference: string }>`
    with held as (
      select t.subject as order_id, -sum(p.amount)::bigint as cents
      from posting p join transfer t on t.transfer_id = p.transfer_id
      where p.ledger_account = 'payments_received' group by t.subject),
    owed as (
      select o.order_id, o.state,
        case when o.delivered_at is not null or o.state in ('refunded', 'charged_back') then 0
          else o.paid_cents - coalesce((select sum(r.amount_cents) from payment_refund r
            where r.order_id = o.order_id and r.state = 'succeeded'), 0) end::bigint as cents
      from payment_order o where o.paid_at is not null and o.paid_currency = 'HKD')
    select format('order %s (%s): %s cents are booked as received, %s should be',
      coalesce(o.order_id, h.order_id, 'unknown'), coalesce(o.state, 'not paid'), coalesce(h.cents, 0), coalesce(o.cents, 0)) as difference
    from owed o full join held h on h.order_id = o.order_id
    where coalesce(h.cents, 0) <> coalesce(o.cents, 0)
    order by 1 limit ${LISTED}`.execute(tx)
    return rows.map(({ difference }) => difference)
  })
}

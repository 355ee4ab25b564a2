import { sql } from 'kysely'
import type { Db } from '#server/kit/db.ts'

/** Money of one day, kind of booking and account: what it received and gave, in cents. */
export type JournalRow = {
  day: Temporal.PlainDate
  kind: string
  account: string
  debitCents: number
  creditCents: number
}

/** The bookings of money in a period, by Hong Kong day. Debits and credits of each day and kind are equal. */
export async function findJournal(
  db: Db,
  { from, until }: { from: Temporal.Instant; until: Temporal.Instant },
): Promise<JournalRow[]> {
  const { rows } = await sql<JournalRow>`
    select (t.at at time zone 'Asia/Hong_Kong')::date as day, t.kind, p.ledger_account as account,
      coalesce(sum(p.amount) filter (where p.amount > 0), 0)::bigint as "debitCents",
      coalesce(-sum(p.amount) filter (where p.amount < 0), 0)::bigint as "creditCents"
    from transfer t join posting p on p.transfer_id = t.transfer_id
    where t.at >= ${from} and t.at < ${until} and p.commodity = 'HKD_CENT'
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

/** What is owed for paid credits or gift cards that were not used before an instant, or goods that were not sent, in cents. */
export async function findOwed(
  db: Db,
  {
    account,
    until,
  }: { account: 'deferred_credits' | 'deferred_gift_cards' | 'deferred_sales'; until: Temporal.Instant },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(-sum(p.amount), 0)::bigint as cents
    from posting p join transfer t on t.transfer_id = p.transfer_id
    where p.ledger_account = ${account} and p.commodity = 'HKD_CENT' and t.at < ${until}`.execute(db)
  return rows[0]!.cents
}

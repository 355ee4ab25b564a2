import { sql } from 'kysely'
import { LIABILITIES } from '#contract/admin/finance.ts'
import type { Db } from '#server/kit/db.ts'
import type { JournalRow } from '../ledger/index.ts'
import type { Period } from './reports.rules.ts'

/** The journal of some days, from the table of days. */
export async function readJournalDays(db: Db, { from, until }: Period): Promise<JournalRow[]> {
  const { rows } = await sql<JournalRow>`
    select day, kind, account, debit_cents as "debitCents", credit_cents as "creditCents" from journal_day
    where day between ${from}::date and ${until}::date order by 1, 2, 3`.execute(db)
  return rows
}

export interface Liability {
  readonly account: (typeof LIABILITIES)[number]
  readonly cents: number
}

/** What is owed at the end of a day. */
export async function readLiabilities(db: Db, until: Temporal.PlainDate): Promise<Liability[]> {
  const { rows } = await sql<Liability>`
    select a.account, coalesce(sum(d.credit_cents - d.debit_cents), 0)::int8 as cents
    from unnest(${[...LIABILITIES]}::text[]) with ordinality as a (account, position)
      left join journal_day d on d.account = a.account and d.day <= ${until}::date
    group by a.account, a.position order by a.position`.execute(db)
  return rows
}

export async function findLicensors(db: Db): Promise<{ licensor: string; titles: number }[]> {
  const { rows } = await sql<{ licensor: string; titles: number }>`
    select licensor, count(distinct program_id)::int as titles
    from (select licensor, program_id from licence union select licensor, program_id from statement_month) known
    where licensor <> ''
    group by licensor order by licensor`.execute(db)
  return rows
}

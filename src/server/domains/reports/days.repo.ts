import { type Kysely, sql } from 'kysely'
import type { Database, Db } from '#server/kit/db.ts'
import type { Period } from './reports.rules.ts'

declare module '#server/kit/db.ts' {
  interface Database {
    journal_day: {
      day: Temporal.PlainDate
      kind: string
      account: string
      debit_cents: number
      credit_cents: number
    }
    report_progress: { name: string; counted_until: Temporal.PlainDate; counted_at: Temporal.Instant }
  }
}

const ZONE = 'Asia/Hong_Kong'
const startOf = (day: Temporal.PlainDate): Temporal.Instant => day.toZonedDateTime(ZONE).toInstant()

interface Span extends Period {
  /** Instants: from the first day's start until the end of the last. */
  readonly start: Temporal.Instant
  readonly end: Temporal.Instant
}

/** A table that is counted from others again for some days. */
interface DayTable {
  readonly name: string
  readonly table: string
  /** The first day that there is anything to count of; null while there is nothing. */
  firstDay(db: Db): Promise<Temporal.PlainDate | null>
  fill(tx: Db, span: Span): Promise<void>
}

const dayOf = (column: string) => sql`(${sql.raw(column)} at time zone 'Asia/Hong_Kong')::date`

async function firstOf(db: Db, table: string, column: string): Promise<Temporal.PlainDate | null> {
  const { rows } = await sql<{ day: Temporal.PlainDate | null }>`
    select min(${dayOf(column)}) as day from (
      select ${sql.raw(column)} from ${sql.table(table)} where ${sql.raw(column)} is not null
      order by ${sql.raw(column)} limit 1) first`.execute(db)
  return rows[0]?.day ?? null
}

export const DAY_TABLES: readonly DayTable[] = [
  {
    name: 'journal',
    table: 'journal_day',
    firstDay: (db) => firstOf(db, 'transfer', 'at'),
    async fill(tx, { start, end }) {
      await sql`
        insert into journal_day (day, kind, account, debit_cents, credit_cents)
        select ${dayOf('t.at')}, t.kind, p.ledger_account,
          coalesce(sum(p.amount) filter (where p.amount > 0), 0), coalesce(-sum(p.amount) filter (where p.amount < 0), 0)
        from transfer t join posting p on p.transfer_id = t.transfer_id
        where t.at >= ${start} and t.at < ${end} and p.commodity = 'HKD_CENT'
        group by 1, 2, 3`.execute(tx)
    },
  },
]

/** Days that are counted in one transaction. */
const DAYS_AT_ONCE = 31

type Counting = {
  readonly table: DayTable
  readonly today: Temporal.PlainDate
  readonly at: Temporal.Instant
  /** Days before the last counted one that are counted again. */
  readonly again: number
  /** Counted again from here, however long ago. */
  readonly since?: Temporal.PlainDate | undefined
}

/** Counts what is new, and the last days again. Several processes may run it: while one counts a table, others leave it. */
export async function countTable(db: Kysely<Database>, { table, today, at, again, since }: Counting): Promise<void> {
  const last = await findProgress(db, table.name)
  const first = await table.firstDay(db)
  const begin = since ?? (last ? last.countedUntil.subtract({ days: again }) : first)
  let from = begin ?? today
  while (Temporal.PlainDate.compare(from, today) <= 0) {
    const until = from.add({ days: DAYS_AT_ONCE - 1 })
    const counted = Temporal.PlainDate.compare(until, today) < 0 ? until : today
    const span = { from, until: counted, start: startOf(from), end: startOf(counted.add({ days: 1 })) }
    if (!(await countSpan(db, table, { ...span, at }))) return
    from = counted.add({ days: 1 })
  }
}

/** @returns false while another process counts it */
const countSpan = (db: Kysely<Database>, { name, table, fill }: DayTable, span: Span & { at: Temporal.Instant }) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`report ${name}`}, 0)) as held`.execute(tx)
    if (!rows[0]?.held) return false
    await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
    await sql`delete from ${sql.table(table)} where day between ${span.from}::date and ${span.until}::date`.execute(tx)
    await fill(tx, span)
    await sql`
      insert into report_progress as r (name, counted_until, counted_at) values (${name}, ${span.until}::date, ${span.at})
      on conflict (name) do update set counted_until = greatest(r.counted_until, excluded.counted_until),
        counted_at = excluded.counted_at`.execute(tx)
    return true
  })

export async function findProgress(
  db: Db,
  name: string,
): Promise<{ countedUntil: Temporal.PlainDate; countedAt: Temporal.Instant } | undefined> {
  return db
    .selectFrom('report_progress')
    .select(['counted_until as countedUntil', 'counted_at as countedAt'])
    .where('name', '=', name)
    .executeTakeFirst()
}

import type { RawBuilder } from 'kysely'
import { type Db, sql } from './db.ts'

/** Names of a table of work, of its key, and of the column in which its rows fall due. */
interface WorkTable {
  readonly table: string
  readonly key: string
  readonly dueAt: string
  /** Which rows are leased. */
  readonly where?: RawBuilder<boolean>
  /** What goes before the oldest. */
  readonly first?: RawBuilder<unknown>
  /** Further assignments. */
  readonly set?: RawBuilder<unknown>
}

export interface Lease {
  readonly now: Temporal.Instant
  readonly until: Temporal.Instant
  readonly limit: number
}

/** Leases up to `limit` rows that are due, the oldest first unless `first` says otherwise: no other node gets them until `until`. @returns the updated rows */
export async function leaseDueRows<Row>(
  db: Db,
  { table, key, dueAt, where = sql<boolean>`true`, first, set }: WorkTable,
  { now, until, limit }: Lease,
): Promise<Row[]> {
  const [tableName, keyName, dueName] = [sql.table(table), sql.ref(key), sql.ref(dueAt)]
  const { rows } = await sql<Row>`
    update ${tableName} set ${dueName} = ${until}${set ? sql`, ${set}` : sql``}
    where ${keyName} in (
      select ${keyName} from ${tableName} where ${dueName} <= ${now} and ${where}
      order by ${first ? sql`${first}, ` : sql``}${dueName} limit ${limit} for update skip locked)
    returning *`.execute(db)
  return rows
}

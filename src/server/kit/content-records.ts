import type { Kysely, RawBuilder } from 'kysely'
import type { RecordSource } from './content-part.ts'
import { type Database, type Db, inTransaction, sql, type Tx } from './db.ts'
import { type KeysetPage, readPage } from './keyset.ts'

type Translated = { readonly zh_HK: string; readonly en_US: string }

/** A record as the import takes it, with what operators see beside it. */
export interface StoredRecord {
  readonly id: string
  readonly record: Readonly<Record<string, unknown>>
  readonly version: number
  readonly updatedAt: Temporal.Instant
  readonly updatedBy: string
  /** What its ids name, by field. */
  readonly names: Readonly<Record<string, Translated>>
  /** What hangs on it. */
  readonly counts: Readonly<Record<string, number>>
}

export interface RecordQuery {
  readonly now: Temporal.Instant
  readonly text?: string | undefined
  readonly withdrawn?: boolean | undefined
  readonly parent?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly after?: string | undefined
  readonly limit: number
}

const columns = sql`id, record, version, updated_at as "updatedAt", updated_by as "updatedBy", names, counts`

export function listRecords(
  db: Db,
  { select, isNewestFirst = false }: RecordSource,
  { now, text, withdrawn, parent, from, until, after, limit }: RecordQuery,
): Promise<KeysetPage<StoredRecord>> {
  const contains = `%${text?.replaceAll(/[\\%_]/g, '\\$&') ?? ''}%`
  const list = {
    columns,
    from: sql`(${select(now)}) r`,
    where: [
      ...(text ? [sql`(record::text ilike ${contains} or names::text ilike ${contains})`] : []),
      ...(withdrawn === undefined ? [] : [sql`withdrawn = ${withdrawn}`]),
      ...(parent === undefined ? [] : [sql`${parent} = any(parents)`]),
      ...(from === undefined ? [] : [sql`starts_at >= ${from}::timestamptz`]),
      ...(until === undefined ? [] : [sql`starts_at < ${until}::timestamptz`]),
    ],
    sort: { by: sql`place`, type: 'bigint' as const, descending: isNewestFirst },
    id: { by: sql`id`, type: 'text' as const },
  }
  return readPage<StoredRecord>(db, list, { after, limit })
}

export async function findRecords(
  db: Db,
  { select }: RecordSource,
  { now, ids }: { now: Temporal.Instant; ids: readonly string[] },
): Promise<Map<string, StoredRecord>> {
  const { rows } = await sql<StoredRecord>`
    select ${columns} from (${select(now)}) r where id = any(${ids})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** One import or edit of content at a time: what a version was compared with stays until the change is written. */
export const inContentTransaction = <T>(db: Kysely<Database>, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    await lockContent(tx)
    return work(tx)
  })

export async function lockContent(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('content import'))`.execute(tx)
}

/** `name_zh` and `name_en` as a text of a record; null where both are empty. */
export const localText = (name: string): RawBuilder<unknown> => {
  const [zh, en] = [sql.ref(`${name}_zh`), sql.ref(`${name}_en`)]
  return sql`case when ${zh} <> '' or ${en} <> '' then jsonb_build_object('zh_HK', ${zh}, 'en_US', ${en}) end`
}

/** An instant of a record, in Hong Kong time. */
export const hongKongText = (name: string): RawBuilder<unknown> =>
  sql`to_char(${sql.ref(name)} at time zone 'Asia/Hong_Kong', 'YYYY-MM-DD"T"HH24:MI:SS"+08:00"')`

/** Cents as dollars. */
export const dollarsOf = (name: string): RawBuilder<unknown> => sql`trim_scale(${sql.ref(name)} / 100.0)`

import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { escapeIdentifier, type Pool, type PoolClient } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { CommandError } from './command-error.ts'

export interface DumpedTable {
  name: string
  columns: string[]
  rows: number
}

const TABLES = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where n.nspname = 'public' and c.relkind = 'r' and c.relname not in ('migration', 'node')
  group by c.relname order by c.relname`

const REFERENCES = `
  select distinct c.relname as child, p.relname as parent
  from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
  where f.contype = 'f' and f.conrelid <> f.confrelid and f.connamespace = 'public'::regnamespace`

const SEQUENCES = `
  select pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence, c.relname as table, a.attname as column
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  where n.nspname = 'public' and c.relkind = 'r' and not a.attisdropped and a.attidentity <> ''`

export function loadOrder(
  names: readonly string[],
  references: readonly { child: string; parent: string }[],
): string[] {
  const ordered: string[] = []
  const visiting = new Set<string>()
  const visit = (name: string) => {
    if (ordered.includes(name) || visiting.has(name)) return
    visiting.add(name)
    for (const { child, parent } of references) if (child === name) visit(parent)
    ordered.push(name)
  }
  names.forEach(visit)
  return ordered
}

const columnList = (columns: readonly string[]) => columns.map(escapeIdentifier).join(', ')
const dumpFile = (folder: string, name: string) => join(folder, `${name}.copy.gz`)

/**
 * One repeatable-read snapshot as gzipped COPY text, while the service runs. Without the job queue's schema: unfinished work is
 * found again in the domains' tables.
 * @returns the tables in load order
 */
export async function dumpTables(pool: Pool, folder: string): Promise<DumpedTable[]> {
  await mkdir(folder, { recursive: true })
  return inTransaction(pool, 'begin isolation level repeatable read read only', async (client) => {
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(TABLES)
    const { rows: references } = await client.query<{ child: string; parent: string }>(REFERENCES)
    const dumped: DumpedTable[] = []
    for (const name of loadOrder(
      tables.map((table) => table.name),
      references,
    )) {
      const { columns } = tables.find((table) => table.name === name)!
      const copy = client.query(copyTo(`copy (select ${columnList(columns)} from ${escapeIdentifier(name)}) to stdout`))
      await pipeline(copy, createGzip({ level: 6 }), createWriteStream(dumpFile(folder, name)))
      dumped.push({ name, columns, rows: copy.rowCount })
    }
    return dumped
  })
}

export interface DumpSource {
  folder: string
  tables: readonly DumpedTable[]
  /** Their initial rows come with the schema. The dump's rows replace them. */
  seededTables: ReadonlySet<string>
}

/** @throws CommandError when a table has rows that did not come with the schema */
export async function refuseRows(database: Pool | PoolClient, { tables, seededTables }: DumpSource): Promise<void> {
  for (const { name } of tables.filter((table) => !seededTables.has(table.name))) {
    const { rowCount } = await database.query(`select 1 from ${escapeIdentifier(name)} limit 1`)
    if (rowCount) throw new CommandError(`The table ${name} is not empty. Restore into an empty database.`)
  }
}

/**
 * In one transaction, into the migrated, empty database.
 * @throws CommandError when a table has rows, or a row count differs from the dump's
 */
export async function loadTables(pool: Pool, source: DumpSource): Promise<void> {
  const { folder, tables, seededTables } = source
  await inTransaction(pool, 'begin', async (client) => {
    await refuseRows(client, source)
    for (const { name } of tables.toReversed()) {
      if (seededTables.has(name)) await deleteRows(client, name)
    }
    for (const { name, columns, rows } of tables) {
      // Triggers of the tables before it have written rows of its own.
      const { rowCount } = await client.query(`select 1 from ${escapeIdentifier(name)} limit 1`)
      if (rowCount) await deleteRows(client, name)
      const copy = client.query(copyFrom(`copy ${escapeIdentifier(name)} (${columnList(columns)}) from stdin`))
      await pipeline(createReadStream(dumpFile(folder, name)), createGunzip(), copy).catch((cause: Error) => {
        throw new CommandError(`The backup is damaged: table ${name} cannot be read (${cause.message}).`, { cause })
      })
      if (copy.rowCount !== rows)
        throw new CommandError(`The backup is damaged: table ${name} has ${copy.rowCount} rows, not ${rows}.`)
    }
    const { rows: sequences } = await client.query<{ sequence: string; table: string; column: string }>(SEQUENCES)
    for (const { sequence, table, column } of sequences) {
      await client.query(
        `select setval($1, greatest(1, (select max(${escapeIdentifier(column)}) from ${escapeIdentifier(table)})))`,
        [sequence],
      )
    }
  })
}

/** Also of a table that is append-only or belongs to another role (`harbour_ledger`). */
async function deleteRows(client: PoolClient, name: string): Promise<void> {
  const { rows } = await client.query<{ owner: string; isOwn: boolean }>(
    `select quote_ident(tableowner) as owner, tableowner = current_user as "isOwn" from pg_tables
      where schemaname = current_schema() and tablename = $1`,
    [name],
  )
  const { owner, isOwn } = rows[0]!
  const table = escapeIdentifier(name)
  await client.query(`
    ${isOwn ? '' : `set local role ${owner};`}
    alter table ${table} disable trigger user;
    delete from ${table};
    alter table ${table} enable trigger user;
    ${isOwn ? '' : 'reset role'}`)
}

async function inTransaction<T>(
  pool: Pool,
  beginStatement: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(beginStatement)
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

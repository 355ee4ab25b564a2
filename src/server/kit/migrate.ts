import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Clock } from './clock.ts'
import { CommandError } from './command-error.ts'

export interface Migration {
  name: string
  sql: string
  checksum: string
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, sql: text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Tables that migrations insert rows into. A database with no other rows counts as empty. */
export const plantedTables = (migrations: readonly Migration[]): Set<string> =>
  new Set(migrations.flatMap(({ sql }) => [...sql.matchAll(/^insert into (\w+)/gim)].map(([, table]) => table!)))

export interface MigrateOptions {
  folder: string
  clock: Clock
  upTo?: string | undefined
}

const LOCK = 7_226_001

/**
 * Forward only, each in its own transaction, on several nodes concurrently.
 * @throws when an applied migration has changed, or is unknown to this version
 */
export async function migrate(pool: Pool, { folder, clock, upTo }: MigrateOptions): Promise<string[]> {
  const all = await readMigrations(folder)
  const migrations = upTo === undefined ? all : all.filter((migration) => migration.name <= upTo)
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null)',
    )
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration')
    const missing = pending(migrations, new Map(rows.map((row) => [row.name, row.checksum])))
    for (const migration of missing) {
      await client.query('begin')
      await client.query('set local statement_timeout = 0')
      await client.query(migration.sql)
      await client.query('insert into migration values ($1, $2, $3)', [
        migration.name,
        migration.checksum,
        clock.now().toString(),
      ])
      await client.query('commit')
    }
    return missing.map((migration) => migration.name)
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
    client.release()
  }
}

export async function assertMigrated(pool: Pool, folder: string): Promise<void> {
  const { rows } = await pool.query<{ name: string; checksum: string }>('select name, checksum from migration')
  const missing = pending(await readMigrations(folder), new Map(rows.map((row) => [row.name, row.checksum])))
  if (missing.length) throw new Error(`The database lacks ${missing.map(({ name }) => name).join(', ')}`)
}

function pending(migrations: Migration[], applied: Map<string, string>): Migration[] {
  const ownChecksums = new Map(migrations.map((migration) => [migration.name, migration.checksum]))
  for (const [name, checksum] of applied) {
    const ownChecksum = ownChecksums.get(name)
    if (!ownChecksum)
      throw new CommandError(
        `The database contains migration ${name}, which this version does not know. Start the newer version that applied it.`,
      )
    if (ownChecksum !== checksum) throw new CommandError(`Migration ${name} was changed after it was applied.`)
  }
  return migrations.filter((migration) => !applied.has(migration.name))
}

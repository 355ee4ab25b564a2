import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { Clock } from './clock.ts'
import { CommandError } from './command-error.ts'
import { acquireAdvisoryLock, isLockNotAvailable } from './db.ts'
import { type OlderProgram, programsBefore } from './nodes.ts'

export interface Migration {
  name: string
  sql: string
  checksum: string
  /** Its header, read by `oldestProgram`. */
  oldest: string | null
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, sql: text, checksum: createHash('sha256').update(text).digest('hex'), oldest: oldestProgram(text) }
    }),
  )
}

const EXPAND = /^-- expand$/m
const CONTRACT = /^-- contract since (\d{4})$/m

/**
 * From the first line of a migration, `-- expand` or `-- contract since 0139`: the number of the last migration that a program must
 * know to run beside it. `0000` is every program; null, of earlier migrations, those that know the migration itself.
 */
function oldestProgram(text: string): string | null {
  const [header = ''] = text.split('\n', 1)
  return EXPAND.test(header) ? '0000' : (CONTRACT.exec(header)?.[1] ?? null)
}

/** Tables that migrations insert rows into. A database with no other rows counts as empty. */
export const plantedTables = (migrations: readonly Migration[]): Set<string> =>
  new Set(migrations.flatMap(({ sql }) => [...sql.matchAll(/^insert into (\w+)/gim)].map(([, table]) => table!)))

export interface MigrateOptions {
  folder: string
  clock: Clock
  upTo?: string | undefined
  /**
   * What becomes of a contract while an older program runs that uses what it removes. `apply` (the default) does not ask: nothing else
   * runs. `postpone` leaves it to a later call, `refuse` applies nothing.
   */
  contracts?: 'apply' | 'postpone' | 'refuse'
  /** Is told what a migration waits for. */
  say?: (line: string) => void
}

const LOCK = 7_226_001
const ATTEMPTS = 30
const PAUSE_MS = 1_000

/**
 * Forward only, each in its own transaction, on several nodes concurrently. A migration that waits for a table which is in use lets the
 * others pass every 2 s, and tries again.
 * @throws when an applied migration has changed, or excludes this version
 */
export async function migrate(
  pool: Pool,
  { folder, clock, upTo, contracts = 'apply', say = () => undefined }: MigrateOptions,
): Promise<string[]> {
  const all = await readMigrations(folder)
  const migrations = upTo === undefined ? all : all.filter((migration) => migration.name <= upTo)
  const client = await pool.connect()
  try {
    await acquireAdvisoryLock(client, { key: LOCK, say, what: 'migrates the database' })
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null)',
    )
    await client.query('alter table migration add column if not exists oldest text')
    const missing = pending(migrations, await appliedTo(client))
    const due = contracts === 'apply' ? missing : await withoutUsed(client, missing, { contracts, say })
    for (const migration of due) await applyWhenFree(client, migration, { clock, say })
    return due.map((migration) => migration.name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
    client.release()
  }
}

const isContract = ({ oldest }: Migration): boolean => oldest !== null && oldest !== '0000'

/** Leaves out, or refuses, contracts of what a running older program uses. */
async function withoutUsed(
  client: PoolClient,
  missing: readonly Migration[],
  { contracts, say }: { contracts: 'postpone' | 'refuse'; say: (line: string) => void },
): Promise<Migration[]> {
  const due: Migration[] = []
  for (const migration of missing) {
    const users = isContract(migration) ? await programsBefore(client, migration.oldest!) : []
    if (users.length === 0) {
      due.push(migration)
      continue
    }
    const why = `Migration ${migration.name} removes what ${sayPrograms(users)} still uses.`
    if (contracts === 'refuse') throw new CommandError(`${why} Stop or upgrade it first. Nothing was changed.`)
    say(`${why} It is left for: npm run migrate -- --contract`)
  }
  return due
}

const sayPrograms = ([first, ...others]: readonly OlderProgram[]): string =>
  `version ${first!.version} on node ${first!.nodeId}${others.length > 0 ? ` (and ${others.length} more)` : ''}`

async function applyWhenFree(
  client: PoolClient,
  migration: Migration,
  { clock, say }: { clock: Clock; say: (line: string) => void },
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply(client, migration, clock)
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (!isLockNotAvailable(error)) throw error
      if (attempt === ATTEMPTS)
        throw new CommandError(
          `Migration ${migration.name} needs a table that has been in use for a minute. Try again later.`,
        )
      if (attempt === 1) say(`Migration ${migration.name} waits for a table that is in use …`)
      await setTimeout(PAUSE_MS)
    }
  }
}

async function apply(client: PoolClient, migration: Migration, clock: Clock): Promise<void> {
  if (CONCURRENTLY.test(migration.sql)) await makeIndexes(client, migration)
  await client.query('begin')
  await client.query("set local statement_timeout = 0; set local lock_timeout = '2s'")
  const { name, sql, checksum, oldest } = migration
  if (!CONCURRENTLY.test(sql)) await client.query(sql)
  await client.query('insert into migration (name, checksum, applied_at, oldest) values ($1, $2, $3, $4)', [
    name,
    checksum,
    clock.now().toString(),
    oldest,
  ])
  await client.query('commit')
}

/** The second line of a migration that has nothing but indexes of large tables. */
const CONCURRENTLY = /^-- .*\n-- concurrently$/m
const INDEX = /^create (?:unique )?index concurrently (\w+) on (\w+)[^;]+;$/gm

/** While the tables are written to, hence outside of a transaction, as each table's owner. What was interrupted is made again. */
async function makeIndexes(client: PoolClient, { name, sql }: Migration): Promise<void> {
  const rest = sql
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(INDEX, '')
    .trim()
  if (rest !== '') throw new CommandError(`Migration ${name} has more than indexes: ${rest.split('\n', 1)[0]}`)
  await client.query('set statement_timeout = 0')
  try {
    for (const [statement, index, table] of sql.matchAll(INDEX)) {
      const { rows } = await client.query<{ isValid: boolean }>(
        `select i.indisvalid as "isValid" from pg_index i where i.indexrelid = to_regclass($1)`,
        [index],
      )
      await client.query(await roleFor(client, table!))
      if (rows[0]?.isValid === false) await client.query(`drop index concurrently ${index}`)
      if (rows[0]?.isValid !== true) await client.query(statement)
    }
  } finally {
    await client.query('reset role').catch(() => undefined)
    await client.query('reset statement_timeout').catch(() => undefined)
  }
}

/** Append-only tables belong to another role. */
async function roleFor(client: PoolClient, table: string): Promise<string> {
  const { rows } = await client.query<{ role: string }>(
    `select format('set role %I', r.rolname) as role from pg_class c join pg_roles r on r.oid = c.relowner
      where c.oid = to_regclass($1) and pg_has_role(session_user, r.oid, 'member')`,
    [table],
  )
  return rows[0]?.role ?? 'reset role'
}

/** Names of the migrations that this program needs and the database lacks. Contracts may come later. @throws CommandError when it is excluded */
export async function missingMigrations(pool: Pool, folder: string): Promise<string[]> {
  const missing = pending(await readMigrations(folder), await appliedTo(pool))
  return missing.filter((migration) => !isContract(migration)).map(({ name }) => name)
}

/** @throws CommandError when the database has been migrated so that this program may no longer run */
export function createSchemaCheck(migrations: readonly Migration[]): (pool: Pool) => Promise<void> {
  const names = migrations.map(({ name }) => name)
  return async (pool) => {
    const { rows } = await pool.query<AppliedMigration>(
      'select name, checksum, oldest from migration where name <> all($1)',
      [names],
    )
    pending(migrations, rows)
  }
}

export interface AppliedMigration {
  readonly name: string
  readonly checksum: string
  /** Absent in a database that no version with headers has migrated. */
  readonly oldest?: string | null
}

/** In the order in which they were applied to this database, also by newer versions. */
export async function appliedTo(database: Pool | PoolClient): Promise<AppliedMigration[]> {
  const { rows } = await database.query<{ row: AppliedMigration }>(
    'select to_jsonb(migration) as row from migration order by name',
  )
  return rows.map(({ row }) => row)
}

function pending(migrations: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const own = new Map(migrations.map((migration) => [migration.name, migration]))
  const latest = migrations.at(-1)?.name.slice(0, 4) ?? ''
  for (const { name, checksum, oldest } of applied) {
    const known = own.get(name)
    if (known && known.checksum !== checksum)
      throw new CommandError(`Migration ${name} was changed after it was applied.`)
    if (!known && (!oldest || latest < oldest))
      throw new CommandError(
        `The database contains migration ${name}, which this version does not know. Start the newer version that applied it.`,
      )
  }
  const names = new Set(applied.map(({ name }) => name))
  return migrations.filter(({ name }) => !names.has(name))
}

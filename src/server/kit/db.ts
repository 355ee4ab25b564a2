import { type Kysely, sql, type Transaction } from 'kysely'
import { Client, type Pool } from 'pg'
import { AppError } from '#contract/errors.ts'
import { type DbOptions, lockLimitedTransaction, openPool, openReads } from './db-driver.ts'

/**
 * The tables. Each domain's repo declares its own by declaration merging:
 * `declare module '#server/kit/db.ts' { interface Database { favorite: FavoriteTable } }`.
 */
// oxlint-disable-next-line no-empty-interface -- filled by declaration merging
export interface Database {}

/** A database or a transaction, as accepted by repo functions and by `inTransaction`. */
export type Db = Kysely<Database> | Transaction<Database>

/** A transaction, for what may not be done outside of one. */
export type Tx = Transaction<Database>

export interface DbHandle {
  db: Kysely<Database>
  /**
   * For short reads of concurrent requests: one pipelined connection that sends statements in batches (docs/decisions/029).
   * Not for transactions, writes, or statements that may wait for a lock, which would delay all later ones.
   */
  reads: Kysely<Database>
  /**
   * For frequent reads of many joins, whose planning takes longer than their execution. PostgreSQL plans each of them once per
   * connection, whatever the values: only for statements whose best plan does not depend on them. Not for writes.
   */
  fixedPlanDb: Kysely<Database>
  pool: Pool
  /** Closes all connections after their queries have finished. */
  close(): Promise<void>
}

/** Opens the database. Maps timestamptz to Temporal.Instant, date to Temporal.PlainDate and int8 to a safe integer. */
export function openDb(options: DbOptions): DbHandle {
  const { pool, db } = openPool<Database>(options, '-c idle_in_transaction_session_timeout=60000')
  const fixedPlanDb = openPool<Database>(
    { ...options, max: GENERIC_MAX },
    '-c default_transaction_read_only=on -c plan_cache_mode=force_generic_plan',
  )
  const reads = openReads<Database>(options)
  const close = async () => {
    await reads.destroy()
    await fixedPlanDb.db.destroy()
    await db.destroy()
    if (!pool.ended) await pool.end()
  }
  return { db, reads, fixedPlanDb: fixedPlanDb.db, pool, close }
}

/** Connections of `DbHandle.fixedPlanDb`. */
const GENERIC_MAX = 4

/**
 * Runs `work` in a transaction (READ COMMITTED): in that of its caller when `db` is one, which then commits or fails as a whole, else
 * in one of its own. It waits for a lock for two seconds at most. No HTTP inside. For work that may wait longer, such as a job on many
 * rows: `db.transaction()`.
 * @throws UNAVAILABLE when a lock was not had in time, and after a deadlock
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await (isTransaction(db) ? work(db) : lockLimitedTransaction(db, work))
  } catch (error) {
    const code = (error as { code?: unknown } | undefined)?.code
    if (code === LOCK_NOT_AVAILABLE || code === DEADLOCK) throw new AppError('UNAVAILABLE', { retryAfter: 1 })
    throw error
  }
}

const isTransaction = (db: Db): db is Tx => db.isTransaction

/**
 * Runs a part of a transaction that its own error undoes, so that its caller may catch the error and go on. An error of `work` in
 * `inTransaction` undoes the transaction that it has joined only when the caller lets it through.
 */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    throw error
  }
}

/** SQLSTATE. */
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

/**
 * Runs `work` while holding a session advisory lock on its own connection; returns undefined if the lock is taken.
 * The lock ends with its connection, so SIGKILL releases it immediately.
 */
export async function withLock<T>(url: string, key: string, work: () => Promise<T>): Promise<T | undefined> {
  const client = new Client({ connectionString: url, keepAlive: true })
  // Losing the connection releases the lock. The database is then unreachable, so the next statement of `work` fails.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [key])
    return rows[0].held ? await work() : undefined
  } finally {
    await client.end()
  }
}

/** Runs `work` under an advisory lock of the database, after whoever holds it. It is released when this process ends. */
export async function inTurn<T>(url: string, key: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [key])
    return await work()
  } finally {
    await client.end()
  }
}

/** The value of a JSON column: without one it is SQL's null, not JSON's. */
export const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

export { sql }

import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type Database, type Db, sql } from '#server/kit/db.ts'

/** A transaction waits for a lock for two seconds. One message to the server begins it and says so. */
const BEGIN = `begin; set local lock_timeout = '2s'`

/**
 * Runs a transaction that moves money or credits (READ COMMITTED). Locks: the wallet first. No HTTP inside.
 * @throws UNAVAILABLE when a lock was not had within two seconds; CONFLICT for an idempotency key that another wallet has used
 */
export async function moneyTransaction<T>(db: Kysely<Database>, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.connection().execute((connection) => inTransaction(connection, work))
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === LOCK_NOT_AVAILABLE || code === DEADLOCK) throw new AppError('UNAVAILABLE', { retryAfter: 1 })
    if (code === UNIQUE_VIOLATION && constraint === 'transfer_idempotency_key_key') throw new AppError('CONFLICT')
    throw error
  }
}

async function inTransaction<T>(connection: Kysely<Database>, work: (tx: Db) => Promise<T>): Promise<T> {
  await sql.raw(BEGIN).execute(connection)
  try {
    const result = await work(connection)
    await sql.raw('commit').execute(connection)
    return result
  } catch (error) {
    // The connection itself can be gone; the error of the work is the one to tell.
    await sql
      .raw('rollback')
      .execute(connection)
      .catch(() => undefined)
    throw error
  }
}

/** SQLSTATE. */
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
const UNIQUE_VIOLATION = '23505'

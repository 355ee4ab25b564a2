import type { Kysely, Transaction } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type Database, sql } from '#server/kit/db.ts'

/** How long a transaction of money waits for a lock. */
const LOCK_TIMEOUT = '2s'

/**
 * Runs a transaction that moves money or credits (READ COMMITTED). Locks: the wallet first. No HTTP inside.
 * @throws UNAVAILABLE when a lock was not had within two seconds; CONFLICT for an idempotency key that another wallet has used
 */
export async function moneyTransaction<T>(
  db: Kysely<Database>,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`.execute(tx)
      return work(tx)
    })
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === LOCK_NOT_AVAILABLE || code === DEADLOCK) throw new AppError('UNAVAILABLE', { retryAfter: 1 })
    if (code === UNIQUE_VIOLATION && constraint === 'transfer_idempotency_key_key') throw new AppError('CONFLICT')
    throw error
  }
}

/** SQLSTATE. */
const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
const UNIQUE_VIOLATION = '23505'

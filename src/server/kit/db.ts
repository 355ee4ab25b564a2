import { type Kysely, sql, type Transaction } from 'kysely'
import { setTimeout } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import { AppError } from '#contract/errors.ts'
import { CommandError } from './command-error.ts'
import { type DbOptions, lockLimitedTransaction, openPool, openReads } from './db-driver.ts'
import type { Gauge } from './gauge.ts'
import { openOwnClient, watchConnection } from './own-client.ts'
import { fixedPlanUrlOf } from './pooled-settings.ts'

// oxlint-disable-next-line no-empty-interface -- filled by declaration merging
export interface Database {}

export type Db = Kysely<Database> | Transaction<Database>

export type Tx = Transaction<Database>

export interface DbHandle {
  db: Kysely<Database>
  /** Short reads of concurrent requests: one pipelined connection (docs/decisions/029). */
  reads: Kysely<Database>
  /** Frequent reads of many joins, planned once per connection: only for statements whose best plan does not depend on their values. */
  fixedPlanDb: Kysely<Database>
  /** For what may be a little old. */
  replica: Replica
  pool: Pool
  close(): Promise<void>
}

/** A standby that answers for the primary what may be a little old (docs/decisions/135). */
export interface Replica {
  /** Sees every change that this process has heard of. On the primary while the replica is not used; repeated there if the replica fails. */
  read<T>(work: () => Promise<T>): Promise<T>
  /** Sees what is committed now. */
  readFresh<T>(work: () => Promise<T>): Promise<T>
  /** Something was committed that reads from now on must see. */
  changed(): void
  /** Undefined where there is none. */
  isUsed(): boolean | undefined
  readonly gauges: readonly Gauge[]
  close(): Promise<void>
}

export const NO_REPLICA: Replica = {
  read: (work) => work(),
  readFresh: (work) => work(),
  changed: () => undefined,
  isUsed: () => undefined,
  gauges: [],
  close: async () => undefined,
}

interface ReplicaSetting {
  /** Opens a standby, beside the short reads of the primary. */
  openReplica?: ((reads: Kysely<Database>) => Replica) | undefined
}

/** Maps timestamptz to Temporal.Instant, date to Temporal.PlainDate and int8 to a safe integer. */
export function openDb(options: DbOptions & ReplicaSetting): DbHandle {
  const { poolUrl, openReplica = () => NO_REPLICA } = options
  const shared = poolUrl === undefined ? options : { ...options, url: poolUrl, isPooled: true }
  const fixed = poolUrl === undefined ? options : { ...shared, url: fixedPlanUrlOf(poolUrl) }
  const { pool, db } = openPool<Database>({ ...shared, place: 'db' }, { idle_in_transaction_session_timeout: 60_000 })
  const fixedPlanDb = openPool<Database>(
    { ...fixed, place: 'fixedPlanDb', max: options.maxFixedPlan ?? FIXED_PLAN_MAX },
    { default_transaction_read_only: 'on', plan_cache_mode: 'force_generic_plan' },
  )
  const reads = openReads<Database>(options)
  const replica = openReplica(reads)
  const close = async () => {
    await replica.close()
    await reads.destroy()
    await fixedPlanDb.db.destroy()
    await db.destroy()
    if (!pool.ended) await pool.end()
  }
  return { db, reads, fixedPlanDb: fixedPlanDb.db, replica, pool, close }
}

const FIXED_PLAN_MAX = 4

/** How a process uses the database. */
export type ProcessLimits = Pick<
  DbOptions,
  'max' | 'maxFixedPlan' | 'connectTimeoutMs' | 'statementMs' | 'answerMs' | 'poolUrl'
> &
  ReplicaSetting & { readonly maxQueue: number }

/** Each request is answered within 12 s, whatever the database does. With reads and LISTEN ten connections. */
export const WEB_LIMITS: ProcessLimits = {
  max: 5,
  maxFixedPlan: 2,
  maxQueue: 1,
  connectTimeoutMs: 2_000,
  statementMs: 10_000,
  answerMs: 12_000,
}

/** With reads, LISTEN and the lock of one film eight connections. */
export const WORKER_LIMITS: ProcessLimits = {
  max: 3,
  maxFixedPlan: 1,
  maxQueue: 1,
  statementMs: 60_000,
  answerMs: 90_000,
}

/**
 * READ COMMITTED, in the caller's transaction when `db` is one. Waits for a lock for two seconds at most (jobs on many rows:
 * `db.transaction()`). No HTTP inside.
 * @throws UNAVAILABLE after a lock timeout or a deadlock
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

/** Reads that see one state of the database, whatever is written meanwhile. */
export const inSnapshot = <T>(db: Kysely<Database>, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

const isTransaction = (db: Db): db is Tx => db.isTransaction

/** A part of a transaction that its own error undoes, so that the caller may catch the error and go on. */
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

/** Runs `work` and rolls it back, in a transaction of its own or in a savepoint of the caller's. @returns its result */
export async function dryRun<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  try {
    await inTransaction(db, (tx) =>
      inSavepoint(tx, async () => {
        result = { value: await work(tx) }
        throw new DryRun()
      }),
    )
  } catch (error) {
    if (!(error instanceof DryRun)) throw error
  }
  return result!.value
}

class DryRun extends Error {}

const LOCK_NOT_AVAILABLE = '55P03'
export const isLockNotAvailable = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE
const DEADLOCK = '40P01'

class LockLost extends Error {
  constructor() {
    super('the connection that holds the lock was lost')
    this.name = 'LockLost'
  }
}

/**
 * Runs `work` under a session advisory lock on its own connection, which SIGKILL releases; undefined if it is taken. `lost` is aborted
 * with that connection: another process may have the lock from then on.
 */
export async function withLock<T>(
  url: string,
  key: string,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const client = openOwnClient(url)
  const lost = new AbortController()
  client.on('error', () => lost.abort(new LockLost()))
  client.on('end', () => lost.abort(new LockLost()))
  await client.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [key])
    if (!rows[0].held) return undefined
    watchConnection(client)
    return await work(lost.signal)
  } finally {
    await client.end()
  }
}

interface AdvisoryLock {
  key: string | number
  /** What another node does meanwhile: "migrates the database". */
  what: string
  /** Is told once that this node waits. */
  say: (line: string) => void
  /** Of waiting, at most. */
  seconds?: number
}

const TRIES_PER_SECOND = 4
const TOLD_AFTER_SECONDS = 2

/** Waits for an advisory lock of the session. @throws CommandError when another session has held it for too long */
export async function acquireAdvisoryLock(
  client: ClientBase,
  { key, what, say, seconds = 60 }: AdvisoryLock,
): Promise<void> {
  const id = typeof key === 'number' ? '$1::bigint' : 'hashtextextended($1, 0)'
  for (let tries = 0; tries <= seconds * TRIES_PER_SECOND; tries++) {
    const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock(${id}) as held`, [key])
    if (rows[0]!.held) return
    if (tries === TOLD_AFTER_SECONDS * TRIES_PER_SECOND) say(`Waiting: another node ${what} …`)
    await setTimeout(1_000 / TRIES_PER_SECOND)
  }
  throw new CommandError(
    `For ${seconds} s another node has been at work: it ${what}. Start this one again when it has finished.`,
  )
}

/** Waits for the advisory lock, as `acquireAdvisoryLock` does. It is released when this process ends. */
export async function withAdvisoryLock<T>(url: string, lock: AdvisoryLock, work: () => Promise<T>): Promise<T> {
  const client = openOwnClient(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await acquireAdvisoryLock(client, lock)
    return await work()
  } finally {
    await client.end()
  }
}

/** Until the transaction ends, another that takes the lock of the same name waits. */
export async function lockByName(tx: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Without a value SQL's null, not JSON's. */
export const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

export { sql }

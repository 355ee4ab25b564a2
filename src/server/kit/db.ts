import type { Duplex } from 'node:stream'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql, type Transaction } from 'kysely'
import { Client, Pool, Query, type QueryResult, types, type CustomTypesConfig } from 'pg'
import { createHeldConnections, HoldingKysely } from './held-connection.ts'
import { isOutdatedPlan, nameOf, revisionsOf } from './prepared-statements.ts'

/**
 * The tables. Each domain's repo declares its own by declaration merging:
 * `declare module '#server/kit/db.ts' { interface Database { favorite: FavoriteTable } }`.
 */
// oxlint-disable-next-line no-empty-interface -- filled by declaration merging
export interface Database {}

/** A database or a transaction, as accepted by repo functions. */
export type Db = Kysely<Database> | Transaction<Database>

const TIMESTAMPTZ = 1184
const INT8 = 20
const DATE = 1082

const parsers: Record<number, (value: string) => unknown> = {
  [TIMESTAMPTZ]: (value) => Temporal.Instant.from(value.replace(' ', 'T')),
  [INT8]: (value) => {
    const number = Number(value)
    if (!Number.isSafeInteger(number)) throw new RangeError(`int8 out of range: ${value}`)
    return number
  },
  [DATE]: (value) => Temporal.PlainDate.from(value),
}

const typeParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || types.getTypeParser(oid as never, format),
}

function encode(value: unknown): unknown {
  if (typeof value !== 'object') return value
  return value instanceof Temporal.Instant || value instanceof Temporal.PlainDate ? value.toString() : value
}

export interface DbOptions {
  url: string
  /** Maximum connections. */
  max?: number
  /** Called for each statement, to count round trips in tests. */
  onQuery?: (text: string) => void
  onError?: (error: Error) => void
  /** Called when work that holds a connection asks for a second one, which is refused without it (`held-connection.ts`). */
  onSecondConnection?: (error: Error) => void
  /** How long a request waits for a free connection; then it fails, as without a database, and gives back what it holds. */
  connectTimeoutMs?: number
  /** Maximum time for a read, and for opening its connection. */
  readTimeoutMs?: number
}

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
  const { pool, db } = openPool(options, '-c idle_in_transaction_session_timeout=60000')
  const fixedPlanDb = openPool(
    { ...options, max: GENERIC_MAX },
    '-c default_transaction_read_only=on -c plan_cache_mode=force_generic_plan',
  )
  const reads = openReads(options)
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

const CONNECT_TIMEOUT_MS = 30_000

function openPool(options: DbOptions, settings: string) {
  const { url, max = 10, connectTimeoutMs = CONNECT_TIMEOUT_MS, onQuery, onError, onSecondConnection } = options
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    max,
    types: typeParsers as CustomTypesConfig,
    options: `-c timezone=UTC -c statement_timeout=60000 -c random_page_cost=1.1 ${settings}`,
  })
  pool.on('error', (error) => onError?.(error))
  // The pool handles errors of idle connections only. Without a listener, an error between two statements of a
  // transaction would end the process. The next statement fails instead.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const held = createHeldConnections()
  const namedPool = {
    connect: async () => {
      if (held.isHeld()) {
        const error = new Error('a transaction asked for a second connection')
        if (!onSecondConnection) throw error
        onSecondConnection(error)
      }
      const client = await pool.connect()
      return namedClient({ client, release: () => client.release(), onQuery })
    },
    end: () => pool.end(),
    options: pool.options,
  } as PostgresPool
  return { pool, db: new HoldingKysely<Database>({ dialect: new PostgresDialect({ pool: namedPool }) }, held) }
}

const READ_TIMEOUT_MS = 10_000

/**
 * Opens the pipelined connection of `DbHandle.reads`. Connects on the first statement, and again after a failure.
 * PostgreSQL cancels a statement after half of the timeout. A read that has not finished after the whole of it, because
 * of the statements before it or of a lost network, closes the connection and fails all reads on it. Otherwise one stuck
 * statement would delay the requests of all viewers until TCP gives up.
 */
function openReads({ url, onQuery, onError, readTimeoutMs = READ_TIMEOUT_MS }: DbOptions): Kysely<Database> {
  let connection: Promise<PostgresPoolClient> | undefined
  let close = (): Promise<void> => Promise.resolve()
  const open = () => {
    const client = new Client({
      connectionString: url,
      types: typeParsers as CustomTypesConfig,
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: readTimeoutMs,
      query_timeout: readTimeoutMs,
      options: `-c timezone=UTC -c statement_timeout=${Math.ceil(readTimeoutMs / 2)} -c default_transaction_read_only=on -c random_page_cost=1.1`,
    })
    const opening = client.connect().then(() => {
      const hold = batchWrites(client.connection.stream)
      return namedClient({ client, release: () => undefined, onQuery: (text) => (hold(), onQuery?.(text)) })
    })
    const forget = () => {
      if (connection === opening) connection = undefined
    }
    client.once('end', forget).on('error', (error) => {
      forget()
      onError?.(error)
    })
    opening.catch(forget)
    close = () => client.end()
    return opening
  }
  const pool = {
    connect: () => (connection ??= open()),
    end: () => close(),
    options: {},
  } as unknown as PostgresPool
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Corks a stream until the current turn of the event loop is over, so that one system call sends the statements of all
 * requests that arrived together. The system call dominates the cost of a small statement.
 */
function batchWrites(stream: Duplex): () => void {
  let isHeld = false
  return () => {
    if (isHeld) return
    isHeld = true
    stream.cork()
    setImmediate(() => {
      isHeld = false
      stream.uncork()
    })
  }
}

type NamedClient = {
  client: Pick<Client, 'query'>
  release: () => void
  onQuery?: ((text: string) => void) | undefined
}

function namedClient({ client, release, onQuery }: NamedClient): PostgresPoolClient {
  let isInTransaction = false
  const revisions = revisionsOf(client)
  const send = (text: string, values: readonly unknown[], name: string | undefined) =>
    sendQuery(client, { text, values: values.map(encode), name: name && revisions.name(name) })

  async function run(text: string, values: readonly unknown[], name: string): Promise<unknown> {
    const tried = revisions.name(name)
    try {
      return await send(text, values, name)
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error
      revisions.renew(name, tried)
      // Nothing was executed. Within a transaction the error has ended it.
      if (isInTransaction) throw error
      return send(text, values, name)
    }
  }

  const query = (text: unknown, values: readonly unknown[] = []) => {
    if (typeof text !== 'string') return client.query(text as never)
    onQuery?.(text)
    if (BEGIN.test(text)) isInTransaction = true
    else if (END.test(text)) isInTransaction = false
    const name = values.length > 0 ? nameOf(text) : undefined
    return name === undefined ? send(text, values, undefined) : run(text, values, name)
  }
  return { query, release } as unknown as PostgresPoolClient
}

/** Sends a statement as `client.query` does, which spends a third of its time on a copy of its configuration. */
function sendQuery(
  client: Pick<Client, 'query'>,
  { text, values, name }: { text: string; values: unknown[]; name: string | undefined },
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const query: Query & { name?: string } = new Query(text, values, (error, result) =>
      error ? reject(error) : resolve(result),
    )
    if (name !== undefined) query.name = name
    client.query(query)
  })
}

const BEGIN = /^(?:begin|start transaction)\b/
const END = /^(?:commit|rollback)$/

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

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Duplex } from 'node:stream'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type Logger,
  PostgresDialect,
  PostgresDriver,
  type PostgresDialectConfig,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
  type Transaction,
  type TransactionBuilder,
} from 'kysely'
import { KEEP_ALIVE } from './own-client.ts'
import { onPrimary, replicaPool, type ReplicaPools } from './replica-routing.ts'
import { currentTracer, inRequest, noteSpan } from './request-context.ts'
import { isOutdatedPlan, nameOf, revisionsOf } from './statement-names.ts'
import { noteSent } from './unanswered-statements.ts'
import { Client, type ClientBase, Pool, Query, type QueryResult, types, type CustomTypesConfig } from 'pg'

/**
 * The driver of `db.ts`, in place of Kysely's own use of `pg`, for three reasons:
 * 1. Named statements. PostgreSQL plans one once per connection, which doubles the throughput of small queries.
 * 2. Pipelined reads. Concurrent requests share one connection and one system call (docs/decisions/029).
 * 3. One connection for a transaction. Work that holds a connection and requests a second one from its pool can deadlock the
 *    pool, so it is refused.
 */

export interface DbOptions {
  url: string
  /** Of a pooler of transactions, through which all connections go but those of reads. */
  poolUrl?: string | undefined
  max?: number
  /** Of plans that are made once. */
  maxFixedPlan?: number
  onQuery?: (text: string) => void
  onError?: (error: Error) => void
  onSecondConnection?: (error: Error) => void
  connectTimeoutMs?: number
  /** Until PostgreSQL gives a statement up. */
  statementMs?: number
  /** Until a connection is given up that owes an answer. Never by default. */
  answerMs?: number
  readTimeoutMs?: number
  /** Refuses a new connection by throwing. */
  admit?: (client: ClientBase) => Promise<void>
}

const CONNECT_TIMEOUT_MS = 30_000
const STATEMENT_MS = 60_000

type SessionSettings = Readonly<Record<string, string | number>>

/** Sent once a connection is made: among its start-up parameters PgBouncer refuses them, also in session mode. */
const setAll = (settings: SessionSettings): string =>
  Object.entries({ timezone: 'UTC', random_page_cost: 1.1, ...settings })
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ')

/** @param options.place whose statements a replica may have instead (`onReplica`) */
export function openPool<DB>(
  options: DbOptions & { isPooled?: boolean; place?: keyof ReplicaPools },
  settings: SessionSettings,
): { pool: Pool; db: Kysely<DB>; connections: PostgresPool } {
  const { url, max = 10, connectTimeoutMs = CONNECT_TIMEOUT_MS, onQuery, onError, onSecondConnection } = options
  const { statementMs = STATEMENT_MS, answerMs, isPooled = false, place, admit } = options
  const sets = setAll({ statement_timeout: statementMs, ...settings })
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    max,
    ...KEEP_ALIVE,
    ...(answerMs !== undefined && { query_timeout: answerMs }),
    types: typeParsers as CustomTypesConfig,
    // The pool waits for it, though its type is of a function without a result.
    ...(!isPooled && {
      onConnect: (async (client: ClientBase) => {
        await client.query(sets)
        await admit?.(client)
      }) as (client: ClientBase) => void,
    }),
  })
  // A request may have opened it, but its loss is not about that request.
  pool.on('error', (error) => inRequest(null, () => onError?.(error)))
  // The pool handles errors of idle connections only; an error between two statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const held = createHeldConnections()
  const namedPool = {
    connect: async () => {
      const replica = place && replicaPool(place)
      if (replica) return replica.connect()
      if (held.isHeld()) {
        const error = new Error('a transaction asked for a second connection')
        if (!onSecondConnection) throw error
        onSecondConnection(error)
      }
      const client = await pool.connect()
      return namedClient({ client, release: (lost) => client.release(lost), onQuery })
    },
    end: () => pool.end(),
    options: pool.options,
  } as PostgresPool
  return { pool, db: new PooledKysely<DB>({ pool: namedPool }, held), connections: namedPool }
}

const READ_TIMEOUT_MS = 10_000

/**
 * The connection of `DbHandle.reads`. Connects on the first statement, and again after a failure.
 *
 * PostgreSQL cancels a statement after half of the timeout. A read that lasts for all of it closes the connection and fails all
 * reads on it: one stuck statement would delay the requests of all viewers until TCP gives up.
 */
export function openReads<DB>(options: DbOptions): Kysely<DB> {
  const own = openPipeline(options)
  const pool = { ...own, connect: () => (replicaPool('reads') ?? own).connect() } as PostgresPool
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), ...traced() })
}

export function openPipeline({
  url,
  onQuery,
  onError,
  readTimeoutMs = READ_TIMEOUT_MS,
  connectTimeoutMs = readTimeoutMs,
  admit,
}: DbOptions): PostgresPool {
  let connection: Promise<PostgresPoolClient> | undefined
  let close = (): Promise<void> => Promise.resolve()
  const open = () => {
    const client = new Client({
      connectionString: url,
      types: typeParsers as CustomTypesConfig,
      pipeline: true,
      ...KEEP_ALIVE,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: readTimeoutMs,
    })
    const settings = setAll({ statement_timeout: Math.ceil(readTimeoutMs / 2), default_transaction_read_only: 'on' })
    const opening = client.connect().then(async () => {
      await client.query(settings)
      await admit?.(client)
      const hold = batchWrites(client.connection.stream)
      return namedClient({ client, release: () => undefined, onQuery: (text) => (hold(), onQuery?.(text)) })
    })
    const forget = () => {
      if (connection === opening) connection = undefined
    }
    client.once('end', forget).on('error', (error) => {
      forget()
      inRequest(null, () => onError?.(error))
    })
    opening.catch(forget)
    close = () => client.end()
    return opening
  }
  return {
    connect: () => (connection ??= open()),
    end: () => close(),
    options: {},
  } as unknown as PostgresPool
}

/** Each statement is a span of its request, without its values. Of a process that is traced from its start. */
const traced = (): { log?: Logger } =>
  currentTracer() === undefined
    ? {}
    : {
        log: ({ query, queryDurationMillis }) =>
          noteSpan('postgresql', queryDurationMillis, {
            'db.system.name': 'postgresql',
            'db.query.text': query.sql.slice(0, 1_000),
          }),
      }

/** Corks a stream for the current turn of the event loop: one system call, the main cost of a small statement, sends all. */
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
  client: Pick<Client, 'query' | 'host' | 'port'>
  /** `lost`: its last statement may still run, so that no other one can use it. */
  release: (lost?: Error) => void
  onQuery?: ((text: string) => void) | undefined
}

function namedClient({ client, release, onQuery }: NamedClient): PostgresPoolClient {
  let isInTransaction = false
  /** Its transaction has lifted `statementMs`. */
  let isUnlimited = false
  let lost: Error | undefined
  const revisions = revisionsOf(client)
  const server = `${client.host}:${client.port}`
  const onUnanswered = (error: Error) => {
    lost = error
  }
  const send = (text: string, values: readonly unknown[], name: string | undefined) =>
    lost
      ? Promise.reject(lost)
      : sendQuery(client, {
          text,
          values: values.map(encode),
          name: name && revisions.name(name),
          server,
          answerMs: isUnlimited ? UNLIMITED_MS : undefined,
          onUnanswered,
        })

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
    else if (END.test(text)) isInTransaction = isUnlimited = false
    else if (isInTransaction && UNLIMITED.test(text)) isUnlimited = true
    const name = values.length > 0 ? nameOf(text) : undefined
    return name === undefined ? send(text, values, undefined) : run(text, values, name)
  }
  return { query, release: () => release(lost) } as unknown as PostgresPoolClient
}

/** Of `pg`, after `answerMs`. */
const isUnanswered = (error: Error): boolean => error.message === 'Query read timeout'

interface SentQuery {
  readonly text: string
  readonly values: unknown[]
  readonly name: string | undefined
  /** In place of that of the connection. */
  readonly answerMs: number | undefined
  /** Its address. */
  readonly server: string
  readonly onUnanswered: (error: Error) => void
}

/** As `client.query`, which spends a third of its time on copying its configuration. */
function sendQuery(
  client: Pick<Client, 'query'>,
  { text, values, name, answerMs, server, onUnanswered }: SentQuery,
): Promise<QueryResult> {
  const noteAnswer = answerMs === UNLIMITED_MS ? undefined : noteSent(server)
  return new Promise((resolve, reject) => {
    const query: Query & { name?: string; query_timeout?: number } = new Query(text, values, (error, result) => {
      noteAnswer?.(!error || !isUnanswered(error))
      if (!error) return resolve(result)
      if (isUnanswered(error)) onUnanswered(error)
      return reject(error)
    })
    if (name !== undefined) query.name = name
    if (answerMs !== undefined) query.query_timeout = answerMs
    client.query(query)
  })
}

const BEGIN = /^(?:begin|start transaction)\b/
const END = /^(?:commit|rollback)$/
const UNLIMITED = /set_config\('statement_timeout', '0', true\)/
/** What is counted over all of the books takes hours at most. */
const UNLIMITED_MS = 6 * 3_600_000

interface Hold {
  isOver: boolean
}

function createHeldConnections() {
  const holds = new AsyncLocalStorage<Hold>()
  return { hold, isHeld: () => holds.getStore()?.isOver === false }

  async function hold<T>(work: () => Promise<T>): Promise<T> {
    const own: Hold = { isOver: false }
    try {
      return await holds.run(own, work)
    } finally {
      own.isOver = true
    }
  }
}

type HeldConnections = ReturnType<typeof createHeldConnections>

class PooledKysely<DB> extends Kysely<DB> {
  readonly #held: HeldConnections
  readonly #lockLimited: Kysely<DB>

  constructor(config: PostgresDialectConfig, held: HeldConnections) {
    super({ dialect: new PostgresDialect(config), ...traced() })
    this.#held = held
    this.#lockLimited = new Kysely<DB>({ dialect: new LockLimitedDialect(config), ...traced() })
  }

  override transaction() {
    return this.#holding(super.transaction())
  }

  lockLimitedTransaction() {
    return this.#holding(this.#lockLimited.transaction())
  }

  override connection() {
    const builder = super.connection()
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: ((work) => onPrimary(() => execute((db) => this.#held.hold(() => work(db))))) as typeof execute,
    })
  }

  #holding(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: ((work) => onPrimary(() => execute((tx) => this.#held.hold(() => work(tx))))) as typeof execute,
    })
  }
}

const LOCK_TIMEOUT = `set local lock_timeout = '2s'`

class LockLimitedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): Driver {
    return new LockLimitedDriver(this.#config)
  }
}

class LockLimitedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`begin; ${LOCK_TIMEOUT}`))
  }
}

export const lockLimitedTransaction = <DB, T>(db: Kysely<DB>, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> =>
  db instanceof PooledKysely
    ? (db as PooledKysely<DB>).lockLimitedTransaction().execute(work)
    : db.transaction().execute(async (tx) => {
        await sql.raw(LOCK_TIMEOUT).execute(tx)
        return work(tx)
      })

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

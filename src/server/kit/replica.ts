import { type PostgresPool, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { AppError } from '#contract/errors.ts'
import { isDatabaseDown } from './database-down.ts'
import type { Replica } from './db.ts'
import { type DbOptions, openPipeline, openPool } from './db-driver.ts'
import type { Log } from './log.ts'
import { onPrimary, onReplica, type ReplicaPools } from './replica-routing.ts'

export interface ReplicaOptions {
  readonly url: string
  /** Short reads of the primary (`DbHandle.reads`). */
  readonly reads: QueryExecutorProvider
  readonly log: Log
}

const LAG_MAX_MS = 5_000
/** A read waits so long for the replica to have a change. */
const CATCH_UP_MS = 1_000
const CATCH_UP_STEP_MS = 15
const LOOK_MS = 2_000
/** Of `look`, on either side. */
const ANSWER_MS = 2_000

/** Of standby and primary together. */
const REQUEST_MS = 12_000

/** The request has to be answered in time by the primary if the replica does not. */
const LIMITS = { max: 3, connectTimeoutMs: 1_000, statementMs: 3_000, answerMs: 4_000, readTimeoutMs: 4_000 }
const FIXED_PLAN_MAX = 2

/** Of a log of the database, in bytes. */
type Position = bigint

/** Positions, not transactions: on a standby `pg_current_snapshot` does not list the transactions that are running. */
export function openReplica({ url, reads, log }: ReplicaOptions): Replica {
  let server = openServer(url)
  let isUsed = false
  let leftMs = performance.now()
  const positions = positionsOf(reads, () => server.pools)
  const arrivals = createArrivals(positions)
  const progress = createProgress()

  const look = async () => {
    const written = await inTime(positions.written(), ANSWER_MS).catch(() => undefined)
    if (written !== undefined) progress.noteWritten(written)
    const reachedMs = progress.noteReplayed(await inTime(positions.replayed(), ANSWER_MS))
    // Without the primary nothing tells how far ahead it was, and only the replica answers.
    if (progress.lagMs() > LAG_MAX_MS && written !== undefined) throw new Error('it is too far behind')
    // Since the last read on the primary.
    if (isUsed || reachedMs === undefined || reachedMs < leftMs) return
    isUsed = true
    log.info('the replica is used')
  }
  const timer = repeat(() => look().catch(leave), LOOK_MS)
  return {
    read,
    readFresh: (work) => {
      arrivals.changed()
      return read(work)
    },
    changed: arrivals.changed,
    isUsed: () => isUsed,
    gauges: [
      {
        name: 'harbour_replica_lag_seconds',
        help: 'How far the standby that this process reads from is behind, looked at every 2 s.',
        read: async () => [{ value: progress.lagMs() / 1_000 }],
      },
    ],
    async close() {
      timer.stop()
      isUsed = false
      await server.close()
    },
  }

  async function read<T>(work: () => Promise<T>): Promise<T> {
    const startedMs = performance.now()
    if (isUsed && (await hasAll())) {
      try {
        return await onReplica(server.pools, work)
      } catch (error) {
        if (error instanceof AppError) throw error
        if (isDatabaseDown(error)) leave(error)
        // Others, as a conflict with what the standby replays, end with this statement.
        else log.warn({ err: error }, 'read repeated on the primary')
      }
    }
    return inTimeSince(startedMs, () => onPrimary(work))
  }

  async function hasAll(): Promise<boolean> {
    try {
      await arrivals.all()
      return isUsed
    } catch (error) {
      leave(error)
      return false
    }
  }

  /** Its connections are closed, too: the next ones may lead to another standby. */
  function leave(error: unknown): void {
    if (timer.isStopped()) return
    leftMs = performance.now()
    if (isUsed) log.warn({ err: error, lagMs: Math.round(progress.lagMs()) }, 'the replica is not used')
    isUsed = false
    const left = server
    server = openServer(url)
    void left.close()
  }
}

/** At once, and again and again. */
function repeat(work: () => Promise<void>, everyMs: number): { stop(): void; isStopped(): boolean } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const next = () => {
    if (!isStopped) timer = setTimeout(run, everyMs).unref()
  }
  const run = () => void work().finally(next)
  run()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
    isStopped: () => isStopped,
  }
}

interface Positions {
  /** Of the primary, on its disk. */
  written(): Promise<Position>
  /** @throws when the server is no standby, as after a failover */
  replayed(): Promise<Position>
}

function positionsOf(reads: QueryExecutorProvider, pools: () => ReplicaPools): Positions {
  const find = async (position: RawBuilder<unknown>) => {
    const { rows } = await sql<{ at: string | null }>`select ${position} - '0/0'::pg_lsn as at`.execute(reads)
    if (rows[0]!.at === null) throw new Error('the server is not a standby')
    return BigInt(rows[0]!.at)
  }
  return {
    written: () => onPrimary(() => find(sql`pg_current_wal_flush_lsn()`)),
    replayed: () =>
      onReplica(pools(), () => find(sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end`)),
  }
}

/** Whether the replica has what this process has heard of. */
export function createArrivals({ written, replayed }: Positions) {
  let changes = 0
  let arrived = 0
  let waiting: Promise<void> | undefined
  return {
    changed(): void {
      changes += 1
    },
    /** What was heard before the call; not what comes meanwhile. @throws when one round takes longer than a second */
    async all(): Promise<void> {
      const wanted = changes
      while (arrived < wanted) await (waiting ??= wait().finally(() => (waiting = undefined)))
    },
  }

  async function wait(): Promise<void> {
    const untilMs = performance.now() + CATCH_UP_MS
    const left = () => untilMs - performance.now()
    const known = changes
    const wanted = await inTime(written(), left())
    while (left() > 0) {
      if ((await inTime(replayed(), left())) >= wanted) {
        arrived = known
        return
      }
      await pause(CATCH_UP_STEP_MS)
    }
    throw new Error(`a change has not arrived within ${CATCH_UP_MS} ms`)
  }
}

/** Compares positions of the primary, at known times, with where the replica is. */
function createProgress() {
  let ahead: { position: Position; atMs: number }[] = []
  let lagMs = 0
  return {
    lagMs: () => lagMs,
    noteWritten: (position: Position): void => void ahead.push({ position, atMs: performance.now() }),
    /** @returns when the newest position was noted that it has newly reached */
    noteReplayed(replayed: Position): number | undefined {
      const reached = ahead.filter(({ position }) => position <= replayed)
      ahead = ahead.filter(({ position }) => position > replayed)
      lagMs = ahead.length === 0 ? 0 : performance.now() - ahead[0]!.atMs
      return reached.at(-1)?.atMs
    },
  }
}

class OtherServer extends Error {}
const TRIES = 8

/** One standby, also where the address leads to several: two would not be at the same position. */
function openServer(url: string): { pools: ReplicaPools; close: () => Promise<void> } {
  let server: string | undefined
  const admit = async (client: ClientBase) => {
    const { rows } = await client.query<{ server: string }>(
      `select concat_ws(' ', inet_server_addr(), inet_server_port(), pg_postmaster_start_time()) as server`,
    )
    server ??= rows[0]!.server
    if (rows[0]!.server !== server) throw new OtherServer('another standby has answered')
  }
  const options: DbOptions = { url, admit, onError: () => undefined, ...LIMITS }
  const fixed = { default_transaction_read_only: 'on', plan_cache_mode: 'force_generic_plan' }
  const pools = {
    db: patient(openPool(options, {}).connections),
    fixedPlanDb: patient(openPool({ ...options, max: FIXED_PLAN_MAX }, fixed).connections),
    reads: patient(openPipeline(options)),
  }
  const close = async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.end().catch(() => undefined)))
  }
  return { pools, close }
}

const patient = (pool: PostgresPool): PostgresPool => ({
  ...pool,
  options: pool.options,
  end: () => pool.end(),
  async connect() {
    for (let tries = 1; ; tries++) {
      try {
        return await pool.connect()
      } catch (error) {
        if (!(error instanceof OtherServer) || tries === TRIES) throw error
      }
    }
  },
})

/** Of a request, the rest of its time. @throws as without a database */
export function inTimeSince<T>(startedMs: number, work: () => Promise<T>): Promise<T> {
  const spentMs = performance.now() - startedMs
  // Its own deadline is that of a request.
  return spentMs < 100 ? work() : inTime(work(), REQUEST_MS - spentMs, 'Query read timeout')
}

async function inTime<T>(work: Promise<T>, ms: number, message = `no answer within ${Math.round(ms)} ms`): Promise<T> {
  const late = new AbortController()
  try {
    return await Promise.race([
      work,
      pause(Math.max(0, ms), undefined, { signal: late.signal, ref: false }).then(() => {
        throw new Error(message)
      }),
    ])
  } finally {
    late.abort()
  }
}

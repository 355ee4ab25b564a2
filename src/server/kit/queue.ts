import { PgBoss } from 'pg-boss'
import type { Log } from './log.ts'

/** A job's payload. Must be JSON-serializable. */
export type Payload = Record<string, unknown>

export interface Queue {
  /** Adds a job. With a `key`, at most one job with that key is queued or running. */
  add(name: string, payload: Payload, options?: { key?: string; priority?: number }): Promise<void>
  /** Processes a queue, one job at a time by default. Handlers must be idempotent: after a crash a job is repeated. */
  work(
    name: string,
    handler: (payload: Payload, signal: AbortSignal) => Promise<void>,
    options?: { concurrency?: number },
  ): Promise<void>
  start(names: readonly string[]): Promise<void>
  /** Number of queued jobs by queue. */
  depth(): Promise<Record<string, number>>
  /** Stops accepting jobs, aborts the signal of running ones and waits for them, at most `seconds`. */
  stop(seconds?: number): Promise<void>
}

/** A job without a heartbeat for this long is considered abandoned and is repeated. */
const HEARTBEAT_SECONDS = 20
const EXPIRE_SECONDS = 12 * 3600
const RETRIES = 5
const LOG_INTERVAL_MS = 30_000

/** The job queue on PostgreSQL. Uses the real clock and stores no business time. */
export function createQueue({ url, log }: { url: string; log: Log }): Queue {
  const boss = new PgBoss({ connectionString: url, max: 4, schema: 'queue' })
  const stopping = new AbortController()
  boss.on('error', createThrottledLogger(log))
  return {
    async start(names) {
      await boss.start()
      for (const name of names) {
        await boss.createQueue(name, {
          policy: 'exclusive',
          retryLimit: RETRIES,
          retryDelay: 1,
          retryBackoff: true,
          expireInSeconds: EXPIRE_SECONDS,
          heartbeatSeconds: HEARTBEAT_SECONDS,
        })
      }
    },
    async add(name, payload, { key, priority } = {}) {
      await boss.send(name, payload, {
        singletonKey: key ?? crypto.randomUUID(),
        ...(priority !== undefined && { priority }),
      })
    },
    async work(name, handler, { concurrency = 1 } = {}) {
      await boss.work<Payload>(
        name,
        { batchSize: 1, localConcurrency: concurrency, pollingIntervalSeconds: 1 },
        async ([job]) => {
          if (job) await handler(job.data, AbortSignal.any([job.signal, stopping.signal]))
        },
      )
    },
    async depth() {
      const queues = await boss.getQueues()
      return Object.fromEntries(queues.map(({ name, queuedCount }) => [name, queuedCount]))
    },
    async stop(seconds = 20) {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: seconds * 1000 })
    },
  }
}

/** The queue polls every second, so repeated errors are logged only once per interval. */
function createThrottledLogger(log: Log): (error: Error) => void {
  const lastLogged = new Map<string, number>()
  return (error) => {
    const now = performance.now()
    if (now - (lastLogged.get(error.message) ?? -Infinity) < LOG_INTERVAL_MS) return
    if (lastLogged.size > 100) lastLogged.clear()
    lastLogged.set(error.message, now)
    log.error({ err: error }, 'job queue error')
  }
}

/** For processes that only store work: the worker finds it in the domains' tables when it starts. */
export const idleQueue: Queue = {
  start: async () => undefined,
  add: async () => undefined,
  work: async () => undefined,
  depth: async () => ({}),
  stop: async () => undefined,
}

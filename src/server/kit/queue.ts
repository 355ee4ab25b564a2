import { PgBoss } from 'pg-boss'
import type { Log } from './log.ts'
import { KEEP_ALIVE } from './own-client.ts'
import { currentRequestId, inJob } from './request-context.ts'

export type Payload = Record<string, unknown>

export interface Queue {
  /** At most one job of a `key` is queued or running. It runs on behalf of the request of its adding. */
  add(name: string, payload: Payload, options?: { key?: string; priority?: number }): Promise<void>
  /** One job at a time by default. Handlers must be idempotent: after a crash a job is repeated. */
  work(
    name: string,
    handler: (payload: Payload, signal: AbortSignal) => Promise<void>,
    options?: { concurrency?: number },
  ): Promise<void>
  start(names: readonly string[]): Promise<void>
  depth(): Promise<Record<string, number>>
  stop(seconds?: number): Promise<void>
}

const HEARTBEAT_SECONDS = 20
const EXPIRE_SECONDS = 12 * 3600
const RETRIES = 5
const LOG_INTERVAL_MS = 30_000

const ANSWER_MS = 30_000

interface QueueOptions {
  readonly url: string
  readonly log: Log
  readonly max?: number | undefined
  /** Until a connection is given up that owes an answer. */
  readonly answerMs?: number
}

/** On PostgreSQL. Uses the real clock and stores no business time. */
export function createQueue({ url, log, max = 4, answerMs = ANSWER_MS }: QueueOptions): Queue {
  // Its pool passes what it does not know on to `pg`.
  const waits = { query_timeout: answerMs, connectionTimeoutMillis: 10_000, ...KEEP_ALIVE }
  const boss = new PgBoss({ connectionString: url, max, schema: 'queue', ...waits })
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
      const requestId = currentRequestId()
      await boss.send(name, requestId === null ? payload : { ...payload, requestId }, {
        singletonKey: key ?? crypto.randomUUID(),
        ...(priority !== undefined && { priority }),
      })
    },
    async work(name, handler, { concurrency = 1 } = {}) {
      await boss.work<Payload>(
        name,
        { batchSize: 1, localConcurrency: concurrency, pollingIntervalSeconds: 1 },
        async ([job]) => {
          if (!job) return
          const { requestId, ...payload } = job.data
          const signal = AbortSignal.any([job.signal, stopping.signal])
          await inJob(typeof requestId === 'string' ? requestId : null, `job ${name}`, () => handler(payload, signal))
        },
      )
    },
    async depth() {
      const queues = await boss.getQueues()
      return Object.fromEntries(queues.map(({ name, queuedCount }) => [name, queuedCount]))
    },
    async stop(seconds = 15) {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: seconds * 1000 })
    },
  }
}

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

/** For processes that only store work: the worker finds it in the domains' tables. */
export const idleQueue: Queue = {
  start: async () => undefined,
  add: async () => undefined,
  work: async () => undefined,
  depth: async () => ({}),
  stop: async () => undefined,
}

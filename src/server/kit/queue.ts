import { PgBoss } from 'pg-boss'
import type { Log } from './log.ts'

/** A job's payload travels as JSON. */
export type Payload = Record<string, unknown>

export interface Queue {
  /** Adds a job; with a `key`, only one with that key waits or runs at a time. */
  add(name: string, payload: Payload, options?: { key?: string; priority?: number }): Promise<void>
  /** Works a queue, one at a time unless said otherwise. Handlers are idempotent: after a crash a job comes again. */
  work(
    name: string,
    handler: (payload: Payload, signal: AbortSignal) => Promise<void>,
    options?: { concurrency?: number },
  ): Promise<void>
  start(names: readonly string[]): Promise<void>
  /** Jobs that wait, by queue. */
  depth(): Promise<Record<string, number>>
  /** Stops taking jobs, aborts the signal of those that run and waits for them, at most `seconds`. */
  stop(seconds?: number): Promise<void>
}

/** A worker that was killed is noticed after this many seconds without a heartbeat; its job then runs again. */
const HEARTBEAT_SECONDS = 20
const EXPIRE_SECONDS = 12 * 3600
const RETRIES = 5
const COMPLAINT_MS = 30_000

/** The job queue, on the same PostgreSQL. It runs on the real clock and holds no business time (ARCHITECTURE "Rules of the house"). */
export function createQueue({ url, log }: { url: string; log: Log }): Queue {
  const boss = new PgBoss({ connectionString: url, max: 4, schema: 'queue' })
  const stopping = new AbortController()
  boss.on('error', createComplaint(log))
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

/** The queue asks every second: what keeps failing the same way is said once in a while. */
function createComplaint(log: Log): (error: Error) => void {
  const said = new Map<string, number>()
  return (error) => {
    const now = performance.now()
    if (now - (said.get(error.message) ?? -Infinity) < COMPLAINT_MS) return
    if (said.size > 100) said.clear()
    said.set(error.message, now)
    log.error({ err: error }, 'job queue error')
  }
}

/** For a process that only writes work down: the worker finds it in the domains' own tables at its start. */
export const idleQueue: Queue = {
  start: async () => undefined,
  add: async () => undefined,
  work: async () => undefined,
  depth: async () => ({}),
  stop: async () => undefined,
}

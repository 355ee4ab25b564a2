import type { Capability, DueWork, Job, Worker } from '#server/domains/capability.ts'
import { type Listener, listen } from '#server/kit/listen.ts'
import type { Log } from '#server/kit/log.ts'
import type { Queue } from '#server/kit/queue.ts'
import { startTicker } from '#server/kit/ticker.ts'

export interface WorkerDeps {
  readonly capabilities: readonly Capability[]
  readonly queue: Queue
  readonly databaseUrl: string
  readonly log: Log
}

export interface RunningWorker {
  /** Runs everything that has fallen due by the clock, one after another. */
  runDue(): Promise<void>
  /** Waits for the runs that are under way. The queue is stopped by its owner. */
  stop(): Promise<void>
}

/** The queues of all domains. */
export const queuesOf = (capabilities: readonly Capability[]): string[] =>
  capabilities.flatMap(({ jobs = [] }) => jobs.map(({ queue }) => queue))

/** Works the queues of a started queue, one job of each at a time. */
export async function workQueues(
  jobs: readonly Job[],
  { queue, log }: Pick<WorkerDeps, 'queue' | 'log'>,
): Promise<void> {
  for (const job of jobs) await queue.work(job.queue, (payload, signal) => job.work(payload, { queue, log, signal }))
}

/** Does the work of every domain: its jobs and its due work. */
export async function startWork({ capabilities, queue, databaseUrl, log }: WorkerDeps): Promise<RunningWorker> {
  const worker: Worker = { queue, log }
  const dueWork = capabilities.flatMap((capability) => capability.dueWork ?? [])
  await workQueues(
    capabilities.flatMap(({ jobs = [] }) => jobs),
    { queue, log },
  )
  const listeners = await listenAll(dueWork, { databaseUrl, log })
  const tickers = dueWork.map((work) => startTicker(() => work.run(worker), { ...work, log }))
  dueWork.forEach(({ wakeOn }, n) => {
    if (wakeOn !== undefined) listeners.get(wakeOn)?.on(() => tickers[n]?.wake())
  })
  return {
    async runDue() {
      for (const work of dueWork) await work.run(worker)
    },
    async stop() {
      for (const listener of listeners.values()) await listener.close()
      await Promise.all(tickers.map((ticker) => ticker.stop()))
    },
  }
}

/** One connection for each channel that wakes some work. */
async function listenAll(dueWork: readonly DueWork[], { databaseUrl, log }: Pick<WorkerDeps, 'databaseUrl' | 'log'>) {
  const listeners = new Map<string, Listener>()
  for (const { wakeOn } of dueWork) {
    if (wakeOn === undefined || listeners.has(wakeOn)) continue
    listeners.set(wakeOn, await listen({ url: databaseUrl, channel: wakeOn, log }))
  }
  return listeners
}

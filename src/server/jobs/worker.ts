import type { DomainModule, Job, Worker } from '../domains/domain-module.ts'
import { listenToAll } from '#server/kit/listen.ts'
import type { Log } from '#server/kit/log.ts'
import type { Queue } from '#server/kit/queue.ts'
import { startTicker } from '#server/kit/ticker.ts'

export interface WorkerDeps {
  readonly modules: readonly DomainModule[]
  readonly queue: Queue
  readonly databaseUrl: string
  readonly log: Log
  /** Whose jobs and tasks are run; all by default. */
  readonly roles?: readonly WorkRole[]
  /** False while the clock cannot be trusted: nothing that it makes due is run then. */
  readonly mayRun?: () => boolean
}

export type WorkRole = 'worker' | 'encoder'

export interface RunningWorker {
  /** Runs everything that has fallen due by the clock, one after another. */
  runDue(): Promise<void>
  /** Waits for the runs that are under way. The queue is stopped by its owner. */
  stop(): Promise<void>
}

export const queuesOf = (modules: readonly DomainModule[]): string[] =>
  modules.flatMap(({ jobs = [] }) => jobs.map(({ queue }) => queue))

export async function workQueues(
  jobs: readonly Job[],
  { queue, log }: Pick<WorkerDeps, 'queue' | 'log'>,
): Promise<void> {
  for (const job of jobs) await queue.work(job.queue, (payload, signal) => job.work(payload, { queue, log, signal }))
}

/** Runs the jobs and the scheduled tasks of every domain. */
export async function startWork({
  modules,
  queue,
  databaseUrl,
  log,
  roles = ['worker', 'encoder'],
  mayRun = () => true,
}: WorkerDeps): Promise<RunningWorker> {
  const worker: Worker = { queue, log }
  const isOurs = ({ role = 'worker' }: { readonly role?: WorkRole }) => roles.includes(role)
  const scheduledTasks = modules.flatMap((domainModule) => domainModule.scheduledTasks ?? []).filter(isOurs)
  await workQueues(modules.flatMap(({ jobs = [] }) => jobs).filter(isOurs), { queue, log })
  const channels = [...new Set(scheduledTasks.flatMap(({ wakeOn }) => wakeOn ?? []))]
  const heard = channels.length > 0 ? await listenToAll({ url: databaseUrl, channels, log }) : undefined
  const tickers = scheduledTasks.map((work) => startTicker(async () => mayRun() && work.run(worker), { ...work, log }))
  scheduledTasks.forEach(({ wakeOn }, n) => {
    if (wakeOn !== undefined) heard?.on(wakeOn, () => tickers[n]?.wake())
  })
  return {
    async runDue() {
      for (const work of scheduledTasks) await work.run(worker)
    },
    async stop() {
      await heard?.close()
      await Promise.all(tickers.map((ticker) => ticker.stop()))
    },
  }
}

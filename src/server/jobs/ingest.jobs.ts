import type { Media } from '#server/domains/media/index.ts'
import type { Log } from '#server/kit/log.ts'
import type { Queue } from '#server/kit/queue.ts'

/** Operators' films go their own way; the demo's are encoded one at a time behind them. */
export const INGEST_QUEUES = { operator: 'ingest', background: 'ingest-background' } as const
type IngestQueue = (typeof INGEST_QUEUES)[keyof typeof INGEST_QUEUES]

/**
 * Asks for a job that is written down; asked twice, it runs once. The key tells the attempts apart: what a killed worker had
 * taken counts as running until its heartbeat is missed, and the next one does not wait for that.
 */
const requestIngest = (queue: Queue) => (jobId: string, name: IngestQueue, attempts: number) =>
  queue.add(name, { jobId }, { key: `${jobId} ${attempts}` })

export interface IngestWorkers {
  media: Media
  log: Log
}

/**
 * Works both queues (worker role). The queue only wakes: what is unfinished is found in the database at each start, so a job
 * outlives the queue, the worker and a restore.
 */
export async function workIngestQueues(queue: Queue, { media, log }: IngestWorkers): Promise<void> {
  for (const name of Object.values(INGEST_QUEUES)) {
    await queue.work(name, async ({ jobId }, signal) => {
      const outcome = await media.ingest.run(String(jobId), signal)
      log.info({ jobId, outcome }, 'ingest')
      // Clear packages are kept for further titles of the same film only.
      if ((await media.ingest.unfinished()).length === 0) await media.dropPackages()
    })
  }
  await media.ingest.sweep()
  await requestUnfinished(queue, media)
}

/** Asks for every job that is not finished: those of a worker or a command that was killed among them. One that runs answers `busy`. */
export async function requestUnfinished(queue: Queue, media: Media): Promise<void> {
  for (const jobId of await media.ingest.unfinished()) {
    const job = await media.ingest.job(jobId)
    if (!job) continue
    const name = job.request.background ? INGEST_QUEUES.background : INGEST_QUEUES.operator
    await requestIngest(queue)(jobId, name, job.attempts)
  }
}

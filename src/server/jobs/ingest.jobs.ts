import type { Media } from '#server/domains/media/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { isDiskFull } from '#server/kit/disk-full.ts'
import { pauseForRoom } from '#server/kit/full-disk-pause.ts'
import type { Log } from '#server/kit/log.ts'
import type { Queue } from '#server/kit/queue.ts'

/** Operators' films go their own way; the demo's are encoded one at a time behind them. */
export const INGEST_QUEUES = { operator: 'ingest', background: 'ingest-background' } as const
type IngestQueue = (typeof INGEST_QUEUES)[keyof typeof INGEST_QUEUES]

/** A job that failed for no fault of its film rests this long, doubling up to the maximum while it keeps failing. */
const REST_MINUTES = 1
const REST_MINUTES_MAX = 32

/**
 * Asks for a job that is written down; asked twice, it runs once. The key tells the attempts apart: what a killed worker had
 * taken counts as running until its heartbeat is missed, and the next one does not wait for that.
 */
const requestIngest = (queue: Queue) => (jobId: string, name: IngestQueue, attempts: number) =>
  queue.add(name, { jobId }, { key: `${jobId} ${attempts}` })

export interface IngestWorkers {
  media: Pick<Media, 'ingest' | 'dropPackages'>
  clock: Clock
  log: Log
  /** How long a full disk holds the queue; half a minute when not said. */
  pauseMs?: number
}

export interface IngestRounds {
  /** Asks for every job that is not finished: those of a worker or a command that was killed among them. One that runs answers `busy`. */
  requestUnfinished(): Promise<void>
}

/**
 * Works both queues (worker role). The queue only wakes: what is unfinished is found in the database at each start and each
 * round, so a job outlives the queue, the worker and a restore.
 */
export async function workIngestQueues(queue: Queue, workers: IngestWorkers): Promise<IngestRounds> {
  const { media, log } = workers
  const rests = createRests(workers.clock)

  async function run(jobId: string, signal: AbortSignal): Promise<void> {
    try {
      const outcome = await media.ingest.run(jobId, signal)
      rests.end(jobId)
      log.info({ jobId, outcome }, 'ingest')
    } catch (error) {
      const minutes = rests.begin(jobId)
      log.error({ err: error, jobId, minutes }, 'ingest failed, will be retried')
      // The next job would meet the same full disk.
      if (isDiskFull(error)) await pauseForRoom(signal, workers.pauseMs)
    }
  }

  async function requestUnfinished(): Promise<void> {
    for (const jobId of await media.ingest.unfinished()) {
      const job = rests.isResting(jobId) ? undefined : await media.ingest.job(jobId)
      if (!job) continue
      const name = job.request.background ? INGEST_QUEUES.background : INGEST_QUEUES.operator
      await requestIngest(queue)(jobId, name, job.attempts)
    }
  }

  for (const name of Object.values(INGEST_QUEUES)) {
    await queue.work(name, async ({ jobId }, signal) => {
      // A request that was made before the job failed must not wake it.
      if (rests.isResting(String(jobId))) return
      await run(String(jobId), signal)
      // Clear packages are kept for further titles of the same film only.
      if ((await media.ingest.unfinished()).length === 0) await media.dropPackages()
    })
  }
  await media.ingest.sweep()
  await requestUnfinished()
  return { requestUnfinished }
}

/** Which jobs rest after a failure, and until when. Another worker knows nothing of it: the attempts in the row bound them all. */
function createRests(clock: Clock) {
  const resting = new Map<string, { minutes: number; until: Temporal.Instant }>()
  return {
    isResting(jobId: string): boolean {
      const rest = resting.get(jobId)
      return rest !== undefined && Temporal.Instant.compare(clock.now(), rest.until) < 0
    },
    begin(jobId: string): number {
      const before = resting.get(jobId)?.minutes
      const minutes = before === undefined ? REST_MINUTES : Math.min(before * 2, REST_MINUTES_MAX)
      resting.set(jobId, { minutes, until: clock.now().add({ minutes }) })
      return minutes
    },
    end: (jobId: string) => resting.delete(jobId),
  }
}

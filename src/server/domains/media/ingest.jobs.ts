import type { Clock } from '#server/kit/clock.ts'
import { isDiskFull } from '#server/kit/disk-full.ts'
import { pauseForRoom } from '#server/kit/full-disk-pause.ts'
import type { Log } from '#server/kit/log.ts'
import type { Queue } from '#server/kit/queue.ts'
import type { Capability, Job } from '../capability.ts'
import type { createIngest } from './ingest.service.ts'

/** Operators' sources have a queue of their own; the demo's are encoded one at a time behind them. */
const INGEST_QUEUES = { operator: 'ingest', background: 'ingest-background' } as const

/** A job that failed for no fault of its source rests this long, doubling up to the maximum while it keeps failing. */
const REST_MINUTES = 1
const REST_MINUTES_MAX = 32
/** How often jobs are looked for that a killed worker or a command left unfinished. */
const UNFINISHED_EVERY_MS = 60_000

export interface IngestJobsDeps {
  ingest: Pick<ReturnType<typeof createIngest>, 'run' | 'unfinished' | 'job' | 'sweep'>
  /** Deletes the clear packages that are kept for further titles of the same source. */
  dropPackages: () => Promise<void>
  clock: Clock
  /** How long a full disk holds the queue; half a minute by default. */
  pauseMs?: number
}

/**
 * The ingest queues. They only wake a worker: unfinished jobs are found in the database at each start and at intervals, so a job
 * outlives the queue, the worker and a restore. A job that runs already answers `busy`.
 */
export function createIngestJobs({ ingest, dropPackages, clock, pauseMs }: IngestJobsDeps): Capability {
  const rests = createRests(clock)
  let isSwept = false

  const work: Job['work'] = async (payload, { log, signal }) => {
    const jobId = String(payload.jobId)
    // A request that was made before the job failed must not wake it.
    if (rests.isResting(jobId)) return
    await run(jobId, { log, signal })
    if ((await ingest.unfinished()).length === 0) await dropPackages()
  }

  return {
    jobs: Object.values(INGEST_QUEUES).map((queue) => ({ queue, work })),
    dueWork: [{ name: 'ingest', everyMs: UNFINISHED_EVERY_MS, run: ({ queue }) => requestUnfinished(queue) }],
    gauges: [
      {
        name: 'harbour_ingest_unfinished',
        help: 'Ingest jobs that are not finished.',
        read: async () => [{ value: (await ingest.unfinished()).length }],
      },
    ],
  }

  async function run(jobId: string, { log, signal }: { log: Log; signal: AbortSignal }): Promise<void> {
    try {
      const outcome = await ingest.run(jobId, signal)
      rests.end(jobId)
      log.info({ jobId, outcome }, 'ingest')
    } catch (error) {
      const minutes = rests.start(jobId)
      log.error({ err: error, jobId, minutes }, 'ingest failed, will be retried')
      // The next job would meet the same full disk.
      if (isDiskFull(error)) await pauseForRoom(signal, pauseMs)
    }
  }

  /** Requests every unfinished job that does not rest. */
  async function requestUnfinished(queue: Pick<Queue, 'add'>): Promise<void> {
    if (!isSwept) await ingest.sweep()
    isSwept = true
    for (const jobId of await ingest.unfinished()) {
      const job = rests.isResting(jobId) ? undefined : await ingest.job(jobId)
      if (!job) continue
      const name = job.request.background ? INGEST_QUEUES.background : INGEST_QUEUES.operator
      // Requested twice, it runs once. The key tells the attempts apart: a job that a killed worker had taken counts as running
      // until its heartbeat is missed, and the next attempt does not wait for that.
      await queue.add(name, { jobId }, { key: `${jobId} ${job.attempts}` })
    }
  }
}

/** The jobs that rest after a failure, and until when. Other workers do not know: the attempts in the row limit them all. */
function createRests(clock: Clock) {
  const resting = new Map<string, { minutes: number; until: Temporal.Instant }>()
  return {
    isResting(jobId: string): boolean {
      const rest = resting.get(jobId)
      return rest !== undefined && Temporal.Instant.compare(clock.now(), rest.until) < 0
    },
    start(jobId: string): number {
      const before = resting.get(jobId)?.minutes
      const minutes = before === undefined ? REST_MINUTES : Math.min(before * 2, REST_MINUTES_MAX)
      resting.set(jobId, { minutes, until: clock.now().add({ minutes }) })
      return minutes
    },
    end: (jobId: string) => resting.delete(jobId),
  }
}

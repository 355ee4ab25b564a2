import { isDiskFull } from '#server/kit/disk-full.ts'
import { runningNodes } from '#server/kit/nodes.ts'
import { outageOf } from '#server/kit/outage.ts'
import { IngestError } from './media-errors.ts'
import { noteFault } from './job-attempt.repo.ts'
import { type JobRow, boundJobs } from './media.repo.ts'
import type { MediaDeps } from './ports.ts'
import { isShared, missingFile, missingParams, shareSources, SourceMissing } from './sources.ts'

/** The sources of a node that is not seen for this long are gone. */
const GONE = Temporal.Duration.from({ hours: 1 })

/** Jobs that are bound to one node, after that node or the process that added them has ended. */
export function createLeftJobs(
  deps: MediaDeps,
  { fail }: { fail: (jobId: string, error: IngestError) => Promise<unknown> },
) {
  const { db, clock, log, store, nodeId } = deps
  /** As this process has seen it itself: after the whole service stood still the others come later. */
  const goneSince = new Map<string, Temporal.Instant>()
  return { shareLeft, endLost }

  /** Copies the sources that are on this node's disk and that a process which has ended did not copy. */
  async function shareLeft(): Promise<void> {
    if (!isShared(store)) return
    for (const job of await boundJobs(db)) {
      if (job.state === 'queued' && job.node_id === nodeId && hasOnlyFiles(job)) await share(job)
    }
  }

  async function share(job: JobRow): Promise<void> {
    const missing = await missingFile(job.request)
    if (missing !== undefined) {
      await noteFault(db, job, { code: 'UNREADABLE', params: missingParams(new SourceMissing(missing)) })
      return
    }
    try {
      await shareSources(deps, job.job_id, job.request)
    } catch (error) {
      if (isDiskFull(error) || outageOf(error)) throw error
      log.error({ err: error, jobId: job.job_id }, 'sources not shared')
    }
  }

  /** Ends those whose files are on the disk of a node that does not run any more, also those that it was encoding. */
  async function endLost(): Promise<void> {
    const [bound, running] = [await boundJobs(db), await runningNodes(db)]
    running.add(nodeId)
    const lost = bound.filter((job) => !running.has(job.node_id!))
    const now = clock.now()
    const ids = new Set(lost.map(({ job_id: jobId }) => jobId))
    for (const jobId of goneSince.keys()) if (!ids.has(jobId)) goneSince.delete(jobId)
    for (const { job_id: jobId } of lost) {
      const since = goneSince.get(jobId) ?? now
      goneSince.set(jobId, since)
      if (Temporal.Instant.compare(since.add(GONE), now) <= 0) await fail(jobId, new IngestError('SOURCE_GONE'))
    }
  }
}

/** Uploaded files go their own way to the store. */
const hasOnlyFiles = ({ request: { sources } }: JobRow): boolean =>
  sources.every((source) => [source, ...source.subtitles].every(({ uploadId }) => uploadId === undefined))

import { basename, join } from 'node:path'
import { readdir } from 'node:fs/promises'
import { AppError } from '#contract/errors.ts'
import { isDiskFull } from '#server/kit/disk-full.ts'
import { pauseForRoom } from '#server/kit/full-disk-pause.ts'
import { newId } from '#server/kit/ids.ts'
import { newContentKey, wrapKey } from './content-key.ts'
import { asIngestError, IngestError } from './media-errors.ts'
import type { MediaDeps } from './media-deps.ts'
import {
  assetIdsOf,
  deleteUnfinished,
  endJob,
  findJob,
  insertAsset,
  insertJob,
  noteWaiting,
  type JobRow,
  releaseJob,
  requestCancel,
  startJob,
  unfinishedJobs,
} from './media.repo.ts'
import type { IngestRequest, IngestSource, IngestTitle, JobState } from './media-tables.ts'
import type { AssetRole } from './ports.ts'
import { prefixesOf } from './publish.ts'
import { type Attempt, runAttempt } from './attempt.ts'
import { subtitleTag } from './languages.rules.ts'
import { locateSource } from './source-file.ts'
import type { SubtitleFile } from './steps.ts'
import { removeFolder } from './work-folder.ts'

/** One file to bring in. */
export type NewSource = { role: AssetRole; file: string; subtitles?: SubtitleFile[] }

export type NewIngest = {
  title: IngestTitle
  /** At least one; a draft needs a film among them. */
  sources: NewSource[]
  background?: boolean
  keepPackage?: boolean
  /** No preview is made public of class III. */
  hasPreview: boolean
}

/** How a run of a job ended: `busy` when another worker has it, `released` when this worker was asked to stop. */
export type RunOutcome = Exclude<JobState, 'queued' | 'running'> | 'busy' | 'released' | 'unknown'

/** A job that was taken up this often has something wrong with it that no further try will mend. */
const ATTEMPTS_MAX = 25

/** The making of films: jobs, their steps, and what becomes of them. */
export function createIngest(deps: MediaDeps) {
  const { db, clock, log, store, transcoder } = deps
  const folderOf = (jobId: string) => join(deps.workFolder, 'jobs', jobId)
  const lockOf = (jobId: string) => `ingest:${jobId}`
  return {
    add: (given: NewIngest) => add(deps, given),
    run,
    cancel,
    job: (jobId: string) => findJob(db, jobId),
    unfinished: () => unfinishedJobs(db),
    sweep,
  }

  /**
   * Does a job, or goes on with it where an earlier worker ended. Its lock falls with the worker, so two never do it at once.
   * A film that cannot be brought in ends the job as failed, with nothing left behind; `stop` puts it back for another worker;
   * on a full disk it waits for room and goes on.
   * @throws what is no fault of the film (the database away, the store away): the job stays to be taken up again
   */
  async function run(jobId: string, stop: AbortSignal = new AbortController().signal): Promise<RunOutcome> {
    const outcome = await deps.lock(lockOf(jobId), () => attempt(jobId, stop))
    return outcome ?? 'busy'
  }

  async function attempt(jobId: string, stop: AbortSignal): Promise<RunOutcome> {
    const known = await findJob(db, jobId)
    if (!known) return 'unknown'
    if (known.cancel_requested) return end(known, new IngestError('CANCELLED'))
    const job = await startJob(db, { jobId, at: clock.now() })
    if (!job) return known.state as RunOutcome
    await transcoder.endOrphan(join(folderOf(jobId), 'ffmpeg.pid'))
    if (job.attempts > ATTEMPTS_MAX)
      return end(job, new IngestError('ENCODER_FAILED', { detail: `${ATTEMPTS_MAX} attempts` }))
    try {
      await runWithRoom(deps, { job, folder: folderOf(jobId), stop })
      await removeFolder(folderOf(jobId))
      return 'done'
    } catch (thrown) {
      const error = thrown instanceof AppError ? titleRefused(thrown) : asIngestError(thrown)
      if (stop.aborted) {
        await releaseJob(db, jobId)
        return 'released'
      }
      if (error instanceof IngestError) return end(job, error)
      log.error({ err: error, jobId }, 'ingest attempt failed')
      await releaseJob(db, jobId).catch(() => undefined)
      throw error
    }
  }

  /** Ends a job without a film, and everything that it made with it. */
  async function end(job: JobRow, { code, params }: IngestError): Promise<'failed' | 'cancelled' | 'done'> {
    const jobId = job.job_id
    // What is published stays published, whatever goes wrong in tidying up after it.
    if ((await findJob(db, jobId))?.state === 'done') return 'done'
    const state = code === 'CANCELLED' ? 'cancelled' : 'failed'
    const assetIds = await assetIdsOf(db, jobId)
    for (const prefix of assetIds.flatMap(prefixesOf)) await store.remove(prefix)
    await removeFolder(folderOf(jobId))
    await db.transaction().execute(async (tx) => {
      await deleteUnfinished(tx, assetIds)
      await endJob(tx, jobId, { state, error: { code, params }, at: clock.now() })
    })
    log.warn({ jobId, error: code, params }, 'ingest failed')
    return state
  }

  /** Cancels a job. The worker that has it notices within a second; a waiting one ends here and now. False when it was finished already. */
  async function cancel(jobId: string): Promise<boolean> {
    if (!(await requestCancel(db, jobId))) return false
    await deps.lock(lockOf(jobId), () => attempt(jobId, new AbortController().signal))
    return true
  }

  /** Removes work folders of jobs that are finished or forgotten: what a worker that was killed at its very end left behind. */
  async function sweep(): Promise<void> {
    const wanted = new Set(await unfinishedJobs(db))
    const folders = await readdir(join(deps.workFolder, 'jobs')).catch(() => [])
    for (const jobId of folders.filter((name) => !wanted.has(name))) {
      await deps.lock(lockOf(jobId), () => removeFolder(folderOf(jobId)))
    }
  }
}

const ROOM_MS = 30_000
/** So often a job that waits for room looks whether it is still wanted. */
const LOOK_MS = 1000

/**
 * An attempt that no full disk ends: it waits for room and goes on at the step that met it. Its row says so meanwhile.
 * @throws CANCELLED when the row asks for it, also while it waits
 */
async function runWithRoom(deps: MediaDeps, { job: taken, folder, stop }: Attempt): Promise<void> {
  const { db, log, roomMs = ROOM_MS } = deps
  const jobId = taken.job_id
  let job = taken
  for (let isSaid = false; ; isSaid = true) {
    try {
      return await runAttempt(deps, { job, folder, stop })
    } catch (error) {
      if (!isDiskFull(error) || stop.aborted) throw error
      if (!isSaid) log.error({ err: error, jobId }, 'ingest paused: disk full')
      const { params = {} } = error instanceof IngestError ? error : {}
      // The database may stand on the same disk.
      await noteWaiting(db, jobId, { code: 'DISK_FULL', params }).catch(() => undefined)
    }
    for (let waited = 0; waited < roomMs; waited += LOOK_MS) {
      await pauseForRoom(stop, Math.min(LOOK_MS, roomMs))
      stop.throwIfAborted()
      // How far it was stands in the row.
      job = (await findJob(db, jobId)) ?? job
      if (job.cancel_requested) throw new IngestError('CANCELLED')
    }
  }
}

/**
 * Writes an ingest down; nothing is encoded yet.
 * @throws IngestError for a file that is none, or a subtitle language that is none; AppError for a draft that the catalogue refuses
 */
async function add(
  deps: MediaDeps,
  { title, sources, background = false, keepPackage = false, hasPreview }: NewIngest,
): Promise<string> {
  const { db, clock, titles, masterKey } = deps
  if ('draft' in title) await titles.checkDraft(title.draft)
  const found: IngestSource[] = []
  for (const { role, file, subtitles = [] } of sources) {
    const { path, bytes } = await locateSource(file)
    found.push({ role, file: path, bytes, subtitles: await Promise.all(subtitles.map(checkSubtitle)) })
  }
  const request: IngestRequest = { title, sources: found, background, keepPackage, hasPreview }
  const jobId = newId()
  const at = clock.now()
  await db.transaction().execute(async (tx) => {
    const assetIds = []
    for (const { role, file } of found) {
      const assetId = newId()
      const contentKey = wrapKey(newContentKey(), { masterKey, assetId })
      await insertAsset(tx, { assetId, role, sourceName: basename(file), contentKey, at })
      assetIds.push(assetId)
    }
    await insertJob(tx, { jobId, request, assetIds, at })
  })
  return jobId
}

/** What the catalogue refuses once it refuses always: the series that was removed meanwhile, for one. */
const titleRefused = ({ code, details: { fields } }: AppError) =>
  new IngestError('TITLE_REFUSED', { detail: [code, ...Object.keys(fields ?? {})].join(' ') })

async function checkSubtitle({ language, file }: SubtitleFile): Promise<SubtitleFile> {
  const tag = subtitleTag(language)
  if (!tag) throw new IngestError('BAD_SUBTITLE', { file: basename(file), detail: language })
  return { language: tag, file: (await locateSource(file)).path }
}

import { inTransaction, type Tx } from '#server/kit/db.ts'
import { basename, join } from 'node:path'
import { readdir } from 'node:fs/promises'
import { AppError } from '#contract/errors.ts'
import type { IngestNote } from '#contract/ingest.ts'
import { isDiskFull } from '#server/kit/disk-full.ts'
import { pauseForRoom } from '#server/kit/full-disk-pause.ts'
import { outageOf } from '#server/kit/outage.ts'
import { newId } from '#server/kit/ids.ts'
import { newContentKey, wrapKey } from './content-key.ts'
import { asIngestError, AttemptLost, IngestError, isPermanent } from './media-errors.ts'
import type { MediaDeps, AssetRole } from './ports.ts'
import { countBackgroundJobs, ladderedFilms } from './ingest-counts.repo.ts'
import {
  endedWithAssets,
  endJob,
  forgetRetries,
  noteWaiting,
  postponeJob,
  releaseJob,
  startJob,
} from './job-attempt.repo.ts'
import {
  assetIdsOf,
  cancelledJobs,
  deleteUnfinished,
  findJob,
  insertAsset,
  insertJob,
  playingFilms,
  type JobRow,
  requestCancel,
  unfinishedJobs,
  type IngestRequest,
  type IngestSource,
  type IngestTitle,
  type JobState,
  jobStates,
  wakeWorkers,
} from './media.repo.ts'
import { prefixesOf } from './publish.ts'
import { type Attempt, runAttempt } from './attempt.ts'
import { subtitleTag } from './languages.rules.ts'
import { locateSource } from './source-file.ts'
import { isShared, missingParams, removeSources, shareSources, SourceMissing, sourcesPrefix } from './sources.ts'
import type { SubtitleFile } from './media-model.ts'
import { readSubtitleFile } from './subtitle-tracks.ts'
import { SUBTITLE_MAX_BYTES } from './subtitles.rules.ts'
import { removeFolder } from './work-folder.ts'

export type NewSource = {
  role: AssetRole
  file: string
  subtitles?: SubtitleFile[]
  /** Of sound whose language the file does not name. */
  audioLanguage?: string | undefined
}

export type NewIngest = {
  title: IngestTitle
  /** A draft requires a source with the role `film`. */
  sources: NewSource[]
  background?: boolean
  keepPackage?: boolean
  /** False for class III: previews are public. */
  hasPreview: boolean
  /** Leaves out the rungs below a copied one. */
  lean?: boolean
  /** Further guids that play the same assets. */
  also?: string[]
}

/**
 * `busy`: held by another worker; `released`: this worker is stopping; `waiting`: its source is not there; `elsewhere`: its source is on
 * the disk of another node.
 */
export type RunOutcome =
  | Exclude<JobState, 'queued' | 'running'>
  | 'busy'
  | 'released'
  | 'waiting'
  | 'elsewhere'
  | 'unknown'

const ATTEMPTS_MAX = 25

/** @param forgetUploads of a job that is done */
export function createIngest(deps: MediaDeps, forgetUploads: (jobId: string) => Promise<void> = async () => undefined) {
  const { db, clock, log, store, transcoder } = deps
  const folderOf = (jobId: string) => join(deps.workFolder, 'jobs', jobId)
  /** Attempts that do not count, which the database has not been told. */
  const unreleased = new Map<string, JobRow>()
  const lockOf = (jobId: string) => `ingest:${jobId}`
  return {
    add: (ingest: NewIngest) => addJob(deps, ingest),
    addIn: (tx: Tx, ingest: NewIngest) => insertIngest(deps, tx, ingest),
    states: jobStates,
    /** Whether `add` copies them, so that any node can take the job. */
    copiesSources: isShared(store),
    run,
    cancel,
    fail,
    job: (jobId: string) => findJob(db, jobId),
    postpone: (jobId: string) => postponeJob(db, jobId, clock.now()),
    forgetRetries: (jobId: string) => forgetRetries(db, jobId, clock.now()),
    unfinished: () => unfinishedJobs(db),
    /** Those that this node can take. */
    takeable: () => unfinishedJobs(db, deps.nodeId),
    cancelled: () => cancelledJobs(db),
    background: () => countBackgroundJobs(db),
    laddered: () => ladderedFilms(db),
    playing: () => playingFilms(db),
    sweep,
  }

  /**
   * Runs or resumes a job under its lock. A bad source fails it, `stop` requeues it, a full disk pauses it.
   * @throws errors not caused by the source; the job stays resumable
   */
  async function run(jobId: string, stop: AbortSignal = new AbortController().signal): Promise<RunOutcome> {
    const outcome = await deps.lock(lockOf(jobId), (lost) => attempt(jobId, AbortSignal.any([stop, lost])))
    return outcome ?? 'busy'
  }

  async function attempt(jobId: string, stop: AbortSignal): Promise<RunOutcome> {
    await giveBack(jobId)
    const existing = await findJob(db, jobId)
    if (!existing) return 'unknown'
    if (existing.cancel_requested) return end(existing, new IngestError('CANCELLED'))
    if (existing.node_id !== null && existing.node_id !== deps.nodeId) return 'elsewhere'
    const job = await startJob(db, { jobId, at: clock.now() })
    if (!job) return existing.state as RunOutcome
    await transcoder.endOrphan(join(folderOf(jobId), 'ffmpeg.pid'))
    if (job.attempts > ATTEMPTS_MAX)
      return end(job, new IngestError('ENCODER_FAILED', { detail: `${ATTEMPTS_MAX} attempts` }))
    try {
      await runWithDiskSpace(deps, { job, folder: folderOf(jobId), stop })
      await removeFolder(folderOf(jobId))
      await store.remove(sourcesPrefix(jobId))
      await forgetUploads(jobId)
      return 'done'
    } catch (thrown) {
      if (stop.aborted || thrown instanceof AttemptLost) {
        await release(job)
        return 'released'
      }
      if (thrown instanceof SourceMissing) {
        await releaseJob(db, job, { counts: false, fault: { code: 'UNREADABLE', params: missingParams(thrown) } })
        return 'waiting'
      }
      const error = thrown instanceof AppError ? titleRefused(thrown) : asIngestError(thrown)
      if (error instanceof IngestError) return end(job, error)
      log.error({ err: error, jobId }, 'ingest attempt failed')
      if (isPermanent(error)) return end(job, new IngestError('UNEXPECTED', unexpected(error)))
      if (outageOf(error)) await release(job)
      else await releaseJob(db, job, { counts: true }).catch(() => undefined)
      throw error
    }
  }

  /** As if it had not been tried. Without the database that is done before the next attempt. */
  async function release(job: JobRow): Promise<void> {
    unreleased.set(job.job_id, job)
    await giveBack(job.job_id).catch(() => undefined)
  }

  async function giveBack(jobId: string): Promise<void> {
    const job = unreleased.get(jobId)
    if (!job) return
    await releaseJob(db, job, { counts: false })
    unreleased.delete(jobId)
  }

  /** The row ends first: an attempt that another worker has started keeps its files. */
  async function end(job: JobRow, { code, params }: IngestError): Promise<RunOutcome> {
    const jobId = job.job_id
    const state = code === 'CANCELLED' ? 'cancelled' : 'failed'
    if (!(await endJob(db, job, { state, error: { code, params }, at: clock.now() }))) {
      // A published job stays published even if cleanup fails.
      const found = (await findJob(db, jobId))?.state
      return found === undefined || found === 'queued' || found === 'running' ? 'released' : found
    }
    log.warn({ jobId, error: code, params }, 'ingest failed')
    await removeFiles(jobId)
    return state
  }

  /** Of a job that has ended without a film. What cannot be removed now is removed by `sweep`. */
  async function removeFiles(jobId: string): Promise<void> {
    try {
      const assetIds = await assetIdsOf(db, jobId)
      for (const prefix of [...assetIds.flatMap(prefixesOf), sourcesPrefix(jobId)]) await store.remove(prefix)
      await removeFolder(folderOf(jobId))
      await deleteUnfinished(db, assetIds)
    } catch (error) {
      log.warn({ err: error, jobId }, 'files of an ended ingest not removed yet')
    }
  }

  /** One that waits for its node and that no encoder is at. */
  async function fail(jobId: string, error: IngestError): Promise<void> {
    await deps.lock(lockOf(jobId), async () => {
      const job = await findJob(db, jobId)
      if (job && job.node_id !== null) await end(job, error)
    })
  }

  /** A running worker notices within a second. @returns false for a finished job */
  async function cancel(jobId: string): Promise<boolean> {
    if (!(await requestCancel(db, jobId))) return false
    await run(jobId)
    return true
  }

  async function sweep(): Promise<void> {
    const unfinished = new Set(await unfinishedJobs(db))
    const folders = await readdir(join(deps.workFolder, 'jobs')).catch(() => [])
    for (const jobId of folders.filter((name) => !unfinished.has(name))) {
      await deps.lock(lockOf(jobId), () => removeFolder(folderOf(jobId)))
    }
    await removeSources(store, () => unfinishedJobs(db))
    for (const jobId of await endedWithAssets(db)) await deps.lock(lockOf(jobId), () => removeFiles(jobId))
  }
}

const DISK_RETRY_MS = 30_000
const CANCEL_CHECK_MS = 1000

/** On a full disk waits and resumes at the failed step. @throws CANCELLED, also while waiting */
async function runWithDiskSpace(deps: MediaDeps, { job: startedJob, folder, stop }: Attempt): Promise<void> {
  const { db, log, diskRetryMs = DISK_RETRY_MS } = deps
  const jobId = startedJob.job_id
  let job = startedJob
  for (let isLogged = false; ; isLogged = true) {
    try {
      return await runAttempt(deps, { job, folder, stop })
    } catch (error) {
      if (!isDiskFull(error) || stop.aborted) throw error
      if (!isLogged) log.error({ err: error, jobId }, 'ingest paused: disk full')
      const { params = {} } = error instanceof IngestError ? error : {}
      // The database may be on the same full disk.
      await noteWaiting(db, job, { code: 'DISK_FULL', params }).catch(() => undefined)
    }
    for (let waited = 0; waited < diskRetryMs; waited += CANCEL_CHECK_MS) {
      await pauseForRoom(stop, Math.min(CANCEL_CHECK_MS, diskRetryMs))
      stop.throwIfAborted()
      job = (await findJob(db, jobId)) ?? job
      if (job.fencing_token !== startedJob.fencing_token) throw new AttemptLost(jobId)
      if (job.cancel_requested) throw new IngestError('CANCELLED')
    }
  }
}

/** @throws IngestError for an unusable file or subtitle language; AppError for a refused draft */
async function addJob(deps: MediaDeps, ingest: NewIngest): Promise<string> {
  const request = await requestOf(deps, ingest)
  const jobId = await inTransaction(deps.db, (tx) => insertRequest(deps, tx, request))
  await shareSources(deps, jobId, request.request)
  return jobId
}

/**
 * In a transaction, after which `share` copies the files to a store that all nodes have; until then this node keeps the job.
 * @throws AppError as `add`
 */
async function insertIngest(deps: MediaDeps, tx: Tx, ingest: NewIngest) {
  const request = await requestOf(deps, ingest)
  const jobId = await insertRequest(deps, tx, request)
  await wakeWorkers(tx)
  return { jobId, share: () => shareSources(deps, jobId, request.request) }
}

interface Requested {
  readonly request: IngestRequest
  readonly notes: IngestNote[]
}

async function requestOf({ titles, nodeId }: MediaDeps, ingest: NewIngest): Promise<Requested> {
  const { title, sources, background = false, keepPackage = false, hasPreview, lean = false, also = [] } = ingest
  const checked = 'draft' in title ? await titles.checkDraft(title.draft) : undefined
  const located: IngestSource[] = []
  const notes: IngestNote[] = []
  for (const { role, file, subtitles = [], audioLanguage } of sources) {
    const { path, bytes, modifiedMs } = await locateSource(file)
    const checkedSubtitles = []
    for (const subtitle of subtitles) checkedSubtitles.push(await checkSubtitle(subtitle, notes))
    located.push({ role, file: path, bytes, modifiedMs, audioLanguage, subtitles: checkedSubtitles })
  }
  const isPublic = hasPreview && checked?.restriction !== 'III'
  const request: IngestRequest = {
    title,
    sources: located,
    background,
    keepPackage,
    hasPreview: isPublic,
    lean,
    also,
    addedBy: nodeId,
  }
  return { request, notes }
}

async function insertRequest(deps: MediaDeps, tx: Tx, { request, notes }: Requested): Promise<string> {
  const jobId = newId()
  const at = deps.clock.now()
  const assetIds = []
  for (const { role, file } of request.sources) {
    const assetId = newId()
    const contentKey = wrapKey(newContentKey(), { masterKey: deps.masterKey, assetId })
    await insertAsset(tx, { assetId, role, sourceName: basename(file), contentKey, at })
    assetIds.push(assetId)
  }
  await insertJob(tx, { jobId, nodeId: deps.nodeId, request, assetIds, notes, at })
  return jobId
}

const titleRefused = ({ code, details: { fields } }: AppError) =>
  new IngestError('TITLE_REFUSED', { detail: [code, ...Object.keys(fields ?? {})].join(' ') })

async function checkSubtitle({ language, file }: SubtitleFile, notes: IngestNote[]): Promise<SubtitleFile> {
  const tag = subtitleTag(language)
  if (!tag) throw new IngestError('BAD_LANGUAGE', { file: basename(file), detail: language })
  const { path, name, bytes } = await locateSource(file)
  if (bytes > SUBTITLE_MAX_BYTES) throw new IngestError('BAD_SUBTITLE', { file: name })
  const subtitle = { language: tag, file: path }
  notes.push(...(await readSubtitleFile(subtitle)).notes)
  return subtitle
}

const unexpected = (error: unknown) => ({
  detail: String(error instanceof Error ? error.message : error).slice(0, 200),
})

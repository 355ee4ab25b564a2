import { unwrapKey } from './content-key.ts'
import {
  findFormerAssets,
  importPackage,
  type PackageImport,
  packagesFolder,
  release,
  removeReplaced,
  restoreEdition,
} from './editions.ts'
import type { DomainModule, Job } from '../domain-module.ts'
import { createIngest } from './ingest.service.ts'
import type { MediaDeps, AssetRole } from './ports.ts'
import type { MediaFacts } from './media-model.ts'
import { countJobs, findPreparing } from './ingest-counts.repo.ts'
import { findAsset, INGEST_CHANNEL, type JobRow } from './media.repo.ts'
import { createLeftJobs } from './left-jobs.service.ts'
import { createUploadedIngests } from './uploaded-ingests.service.ts'
import { createUploads } from './uploads.service.ts'
import { readSubtitleLines } from './subtitle-tracks.ts'
import { removeFolder } from './work-folder.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Db } from '#server/kit/db.ts'
import { type HealthLine, waitingLine } from '#server/kit/health.ts'
import { isDiskFull } from '#server/kit/disk-full.ts'
import { pauseForRoom } from '#server/kit/full-disk-pause.ts'
import type { Log } from '#server/kit/log.ts'
import type { Queue } from '#server/kit/queue.ts'
import { inRequest } from '#server/kit/request-context.ts'

const REPLACED_EVERY_MS = 15 * 60_000
const LEFT_EVERY_MS = 60_000
const UPLOADS_EVERY_MS = 3_600_000

/**
 * Media: ingest of source files and delivery of encrypted adaptive streams. Owns asset, track_number, ingest_job, ingest_job_asset,
 * ingest_step, upload_file, the store prefixes `a/`, `p/`, `i/{assetId}/`, `src/{jobId}/`, `uploads/`, and the work folder. Never decides who
 * may watch (access, playback) or writes titles (catalogue).
 */
export function createMedia(deps: MediaDeps) {
  const uploadedIngests = createUploadedIngests(deps)
  const ingest = createIngest(deps, uploadedIngests.forget)
  const uploads = createUploads(deps)
  const leftJobs = createLeftJobs(deps, ingest)
  const dropPackages = () => removeFolder(packagesFolder(deps))
  const jobs = createIngestJobs({ ingest, dropPackages, clock: deps.clock })
  const domainModule: DomainModule = {
    ...jobs,
    health,
    scheduledTasks: [
      ...(jobs.scheduledTasks ?? []),
      { name: 'left-sources', everyMs: LEFT_EVERY_MS, run: leftJobs.shareLeft },
      { name: 'left-sources-of-encoders', everyMs: LEFT_EVERY_MS, role: 'encoder', run: leftJobs.shareLeft },
      { name: 'lost-ingests', everyMs: LEFT_EVERY_MS, role: 'encoder', run: leftJobs.endLost },
      { name: 'replaced-assets', everyMs: REPLACED_EVERY_MS, run: () => removeReplaced(deps) },
      { name: 'uploads', everyMs: UPLOADS_EVERY_MS, run: uploads.sweep },
    ],
  }
  return {
    ingest,
    uploads,
    uploadedIngests,
    asset,
    contentKey,
    importPackage: (request: PackageImport) => importPackage(deps, request),
    readSubtitleLines: (assetId: string, language: string) => readSubtitleLines(deps.store, { assetId, language }),
    dropPackages,
    findFormer: (programId: string) => findFormerAssets(deps, programId),
    restoreEdition: (tx: Db, assetId: string) => restoreEdition(deps, tx, assetId),
    release: (tx: Db, assetIds: readonly string[]) => release(deps, tx, assetIds),
    findPreparing: (programIds: readonly string[]) => findPreparing(deps.db, programIds),
    /** Whose disk has the files that are named here. */
    nodeId: deps.nodeId,
    knownConfinement: knownConfinementOf(deps),
    domainModule,
  }

  async function health(): Promise<HealthLine[]> {
    const now = deps.clock.now()
    const { failed, failedAt, unfinished, oldest } = await countJobs(deps.db, now.subtract({ hours: FAILED_HOURS }))
    return [
      { name: 'ingests', state: failed > 0 ? 'act' : 'ok', value: failed, since: failedAt },
      waitingLine('waitingIngests', { count: unfinished, oldest }, { now, hours: LATE_HOURS }),
    ]
  }

  async function asset(assetId: string): Promise<ReadyAssetFacts | null> {
    const row = await findAsset(deps.db, assetId)
    if (row?.state !== 'ready' || !row.facts || !row.program_guid) return null
    return { assetId, role: row.kind, programGuid: row.program_guid, facts: row.facts }
  }

  /** 16 bytes; null unless the asset is ready. */
  async function contentKey(assetId: string): Promise<Buffer | null> {
    const row = await findAsset(deps.db, assetId)
    if (row?.state !== 'ready') return null
    return unwrapKey(row.content_key, { masterKey: deps.masterKey, assetId })
  }
}

/** Looked for once, at the first call, which does not wait for it. */
function knownConfinementOf({ transcoder }: Pick<MediaDeps, 'transcoder'>): () => boolean | undefined {
  let found: Promise<void> | undefined
  let isConfined: boolean | undefined
  return () => {
    found ??= transcoder.isConfined().then((is) => void (isConfined = is))
    return isConfined
  }
}

/** A job that failed is shown for a week. */
const FAILED_HOURS = 7 * 24
/** A job that waits for this long is looked at. */
const LATE_HOURS = 24

export type Media = ReturnType<typeof createMedia>
export type ReadyAssetFacts = { assetId: string; role: AssetRole; programGuid: string; facts: MediaFacts }

export { audioTag, subtitleTag } from './languages.rules.ts'
export { decodeText } from './subtitle-encoding.rules.ts'
export { packageSource } from './attempt.ts'
export { checkedPlan } from './steps.ts'
export { openWorkFolder } from './work-folder.ts'
export { IngestError } from './media-errors.ts'
export { findUpload } from './uploads.repo.ts'
export { UPLOAD_RESERVE_BYTES, type Uploads } from './uploads.service.ts'
export type { MediaDeps } from './ports.ts'
export type { NewSource } from './ingest.service.ts'
export type { MediaFacts } from './media-model.ts'
export type { AssetAttachment, AssetRole, MediaStore, TitleDraft, Transcoder, UploadStore } from './ports.ts'

/** Demo media are encoded one at a time in the background queue. */
const INGEST_QUEUES = { operator: 'ingest', background: 'ingest-background' } as const

const UNFINISHED_EVERY_MS = 60_000
const PROGRESS_EVERY_MS = 60_000

export interface IngestJobsDeps {
  ingest: Pick<
    ReturnType<typeof createIngest>,
    'run' | 'unfinished' | 'takeable' | 'cancelled' | 'job' | 'postpone' | 'forgetRetries' | 'sweep' | 'background'
  >
  dropPackages: () => Promise<void>
  clock: Clock
  /** After a full disk. Default 30 000. */
  pauseMs?: number
}

/** Queue entries only wake a worker: unfinished jobs are polled from the database, so they survive queue, worker and restore. */
export function createIngestJobs({ ingest, dropPackages, clock, pauseMs }: IngestJobsDeps): DomainModule {
  let isSwept = false
  let reportedSince: { at: Temporal.Instant; done: number } | undefined
  let reportedLeft: number | undefined

  const work: Job['work'] = async (payload, { log, signal }) => {
    const jobId = String(payload.jobId)
    // A request queued before a failure, also of another encoder, must not shorten the delay.
    if (isDelayed(await ingest.job(jobId))) return
    await run(jobId, { log, signal })
    if ((await ingest.takeable()).length === 0) await dropPackages()
  }

  return {
    jobs: Object.values(INGEST_QUEUES).map((queue) => ({ queue, role: 'encoder', work })),
    scheduledTasks: [
      {
        name: 'ingest',
        everyMs: UNFINISHED_EVERY_MS,
        wakeOn: INGEST_CHANNEL,
        role: 'encoder',
        run: ({ queue }) => requestUnfinished(queue),
      },
      { name: 'ingest-progress', everyMs: PROGRESS_EVERY_MS, role: 'encoder', run: ({ log }) => reportProgress(log) },
    ],
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
      if (outcome === 'waiting') await ingest.postpone(jobId)
      if (outcome === 'released') await ingest.forgetRetries(jobId)
      log.info({ jobId, outcome }, 'ingest')
    } catch (error) {
      // Without the database nothing is tried anyway.
      const minutes = await ingest.postpone(jobId).catch(() => undefined)
      log.error({ err: error, jobId, minutes }, 'ingest failed, will be retried')
      // A full disk would fail the next job too.
      if (isDiskFull(error)) await pauseForRoom(signal, pauseMs)
    }
  }

  async function requestUnfinished(queue: Pick<Queue, 'add'>): Promise<void> {
    if (!isSwept) await ingest.sweep()
    isSwept = true
    // At once, also while another job is encoded before them.
    for (const jobId of await ingest.cancelled()) await ingest.run(jobId)
    for (const jobId of await ingest.takeable()) {
      const job = await ingest.job(jobId)
      if (!job || isDelayed(job)) continue
      const name = job.request.background ? INGEST_QUEUES.background : INGEST_QUEUES.operator
      // Idempotent per attempt: a job of a killed worker counts as running until its heartbeat expires.
      await inRequest(job.request_id, () => queue.add(name, { jobId }, { key: `${jobId} ${job.attempts}` }))
    }
  }

  function isDelayed(job: JobRow | undefined): boolean {
    return job?.retry_at != null && Temporal.Instant.compare(clock.now(), job.retry_at) < 0
  }

  async function reportProgress(log: Log): Promise<void> {
    const { left, done } = await ingest.background()
    if (left === reportedLeft || (left === 0 && reportedLeft === undefined)) return
    reportedSince ??= { at: clock.now(), done }
    reportedLeft = left
    const elapsed = clock.now().since(reportedSince.at).total('minutes')
    const ready = done - reportedSince.done
    const minutesLeft = ready > 0 ? Math.ceil((elapsed / ready) * left) : undefined
    const message = left > 0 ? 'films are being prepared in the background' : 'all films are prepared'
    log.info({ ready: done, left, ...(left > 0 && { minutesLeft }) }, message)
  }
}

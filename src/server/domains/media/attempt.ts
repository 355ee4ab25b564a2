import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { IngestStep } from '#contract/ingest.ts'
import { IngestError } from './media-errors.ts'
import type { MediaDeps } from './media-deps.ts'
import { assetIdsOf, endJob, insertStep, type JobProgress, type JobRow, pulse, stepOutputs } from './media.repo.ts'
import type { IngestTitle } from './media-tables.ts'
import { prepareSource, type Prepared } from './prepare.ts'
import { percentOf, type JobStage, secondsLeft } from './progress.rules.ts'
import { editionOf, makeReady, type PublishedAsset, resolveTitle } from './editions.ts'
import { exists, moveFolder } from './work-folder.ts'

export type Attempt = {
  job: JobRow
  folder: string
  /** The worker is asked to stop. */
  stop: AbortSignal
}

const PULSE_MS = 1000

/**
 * One attempt at a job: prepares every source, then publishes all of them and flips them to ready in one transaction.
 * @throws IngestError CANCELLED when the row asks for it
 */
export async function runAttempt(deps: MediaDeps, { job, folder, stop }: Attempt): Promise<void> {
  await mkdir(folder, { recursive: true })
  const cancelled = new AbortController()
  const signal = AbortSignal.any([stop, cancelled.signal])
  const heart = startPulse(deps, job, cancelled)
  const { request } = job
  try {
    const assetIds = await assetIdsOf(deps.db, job.job_id)
    const prepared: Prepared[] = []
    for (const [asset, source] of request.sources.entries()) {
      const assetId = assetIds[asset]!
      prepared.push(
        await prepareSource({
          source,
          positions: source.role === 'film' ? positionsOf(request.title) : [],
          folder: join(folder, assetId),
          packages: join(deps.workFolder, 'packages'),
          transcoder: deps.transcoder,
          run: { pidFile: join(folder, 'ffmpeg.pid'), background: request.background, signal },
          ledger: await ledgerOf(deps, job.job_id, {
            assetId,
            tell: (step, share, speed) => heart.at({ asset, step, share, speed }),
          }),
        }),
      )
    }
    await publish(deps, job, {
      assetIds,
      prepared,
      signal,
      tell: (asset, share) => heart.at({ asset, step: 'publish', share, speed: null }),
    })
    if (request.keepPackage) await Promise.all(prepared.map((one) => keep(deps, one)))
  } catch (error) {
    throw cancelled.signal.aborted && !stop.aborted ? new IngestError('CANCELLED') : error
  } finally {
    await heart.stop()
  }
}

/** The seconds of the film at which the title's buttons show, lead and end. */
function positionsOf(title: IngestTitle): number[] {
  if (!('draft' in title)) return []
  const { startShowPoint, startPosition, endPosition } = title.draft
  return [startShowPoint, startPosition, endPosition].filter((position) => position !== undefined)
}

/** Writes how far the job is, once a second, and learns there whether it is still wanted. */
function startPulse({ db, clock, log }: MediaDeps, job: JobRow, cancelled: AbortController) {
  const shape = { weights: job.request.sources.map((source) => source.bytes) }
  const began = clock.now()
  const startPercent = job.percent
  let now: JobProgress = { step: job.step ?? 'probe', percent: startPercent, speed: null, secondsLeft: null }
  const beat = () =>
    pulse(db, job.job_id, now).then(
      ({ isCancelled }) => isCancelled && cancelled.abort(),
      (error: unknown) => log.warn({ err: error, jobId: job.job_id }, 'ingest progress not saved'),
    )
  const timer = setInterval(() => void beat(), PULSE_MS)
  return {
    at(place: JobStage) {
      // A job that is taken up again shows at once what its finished steps were worth, never less than before.
      const percent = Math.max(now.percent, percentOf(shape, place))
      const seconds = clock.now().since(began).total('seconds')
      now = {
        step: place.step,
        percent,
        speed: place.speed,
        secondsLeft: secondsLeft(percent, { percent: startPercent, seconds }),
      }
    },
    /** Leaves the last word in the row: which step it was. */
    async stop() {
      clearInterval(timer)
      await beat()
    },
  }
}

type Told = { assetId: string; tell: (step: IngestStep, share: number, speed: number | null) => void }

async function ledgerOf({ db, clock }: MediaDeps, jobId: string, { assetId, tell }: Told) {
  const finished = await stepOutputs(db, jobId, assetId)
  return {
    finished,
    at: tell,
    finish: async (step: IngestStep, output: unknown) => {
      await insertStep(db, { jobId, assetId, step, output, at: clock.now() })
      tell(step, 1, null)
    },
  }
}

type Publishing = {
  assetIds: string[]
  prepared: Prepared[]
  signal: AbortSignal
  tell: (asset: number, share: number) => void
}

/** Puts every edition into the store, then makes title, attachments and assets true at one moment. */
async function publish(deps: MediaDeps, job: JobRow, { assetIds, prepared, signal, tell }: Publishing): Promise<void> {
  const { sources, hasPreview, title } = job.request
  const published: PublishedAsset[] = []
  for (const [asset, { folder, sha256 }] of prepared.entries()) {
    const [assetId, { role }] = [assetIds[asset]!, sources[asset]!]
    const onProgress = (share: number) => tell(asset, share)
    published.push(await editionOf(deps, { folder, sha256, assetId, role, hasPreview, signal, onProgress }))
  }
  signal.throwIfAborted()
  await deps.db.transaction().execute(async (tx) => {
    const made = await resolveTitle(deps, tx, title)
    for (const asset of published) await makeReady(deps, tx, { ...asset, programGuid: made.programGuid })
    await endJob(tx, job.job_id, { state: 'done', title: made, at: deps.clock.now() })
  })
}

/** Keeps a clear package for the next title with this source; somebody else's of the same name is as good. */
async function keep({ workFolder }: MediaDeps, { folder, packageName }: Prepared): Promise<void> {
  const kept = join(workFolder, 'packages', packageName)
  if (folder === kept || (await exists(kept))) return
  await moveFolder(folder, kept).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
}

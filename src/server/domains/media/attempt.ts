import { mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { IngestNote, IngestStep } from '#contract/ingest.ts'
import { AttemptLost, IngestError } from './media-errors.ts'
import { readPackage } from './publish.ts'
import type { EncodePlan, SubtitleFile } from './media-model.ts'
import type { EncoderRun, MediaDeps, Transcoder } from './ports.ts'
import { endJob, insertStep, type JobProgress, lockJob, saveProgress, stepOutputs } from './job-attempt.repo.ts'
import { addNote, assetIdsOf, type JobRow, type IngestTitle, type IngestSource } from './media.repo.ts'
import { percentOf, type JobStage, type JobWeights, secondsLeft, shareOf, TRACK_SHARE } from './progress.rules.ts'
import { encryptPackage, makeReady, type PublishedAsset, resolveTitle } from './editions.ts'
import { createSteps, type StepLog } from './step-runner.ts'
import { runTrackChange } from './track-attempt.ts'
import { exists, moveFolder, openWorkFolder } from './work-folder.ts'
import { withAudioLanguage } from './ladder.rules.ts'
import { checkPositions } from './source.rules.ts'
import {
  assemblePackage,
  type Checked,
  checkSource,
  encodeVideo,
  makeImages,
  makePreview,
  type Measured,
  measureLoudness,
  packageName,
  planOf,
  probeSource,
  usable,
} from './steps.ts'
import { type Probed, withFileName } from './source-file.ts'
import { sourcesHere } from './sources.ts'
import { makeSubtitles, readSubtitleFile } from './subtitle-tracks.ts'

export type Attempt = {
  job: JobRow
  folder: string
  stop: AbortSignal
}

const PROGRESS_INTERVAL_MS = 1000

/** Prepares every source, then publishes all of them and marks them ready in one transaction. @throws IngestError CANCELLED */
export async function runAttempt(deps: MediaDeps, { job, folder, stop }: Attempt): Promise<void> {
  await openWorkFolder(deps.workFolder)
  await mkdir(folder, { recursive: true })
  /** Also with AttemptLost. */
  const cancelled = new AbortController()
  const signal = AbortSignal.any([stop, cancelled.signal])
  const progress = startProgressReporting(deps, job, cancelled)
  const { request } = job
  const note = noted(deps, job.job_id)
  const run = { pidFile: join(folder, 'ffmpeg.pid'), background: request.background, signal }
  const stepLogFor = (asset: number, assetId: string) =>
    stepLogOf(deps, job, {
      assetId,
      onProgress: (step, share, speed) => progress.update({ asset, step, share, speed }),
    })
  try {
    const sources = await sourcesHere(deps, { job, folder, signal })
    if (request.tracks) {
      const stepLog = (assetId: string) => stepLogFor(0, assetId)
      return await runTrackChange(deps, { job, change: request.tracks, sources, folder, run, stepLogOf: stepLog, note })
    }
    await readUploadedSubtitles(sources, note)
    const assetIds = await assetIdsOf(deps.db, job.job_id)
    const prepared: Prepared[] = []
    for (const [asset, source] of sources.entries()) {
      const assetId = assetIds[asset]!
      prepared.push(
        await prepareSource({
          source,
          positions: source.role === 'film' ? positionsOf(request.title) : [],
          folder: join(folder, assetId),
          packages: join(deps.workFolder, 'packages'),
          transcoder: deps.transcoder,
          lean: request.lean ?? false,
          note,
          run,
          stepLog: await stepLogFor(asset, assetId),
        }),
      )
    }
    await publish(deps, job, {
      assetIds,
      prepared,
      signal,
      onProgress: (asset, share) => progress.update({ asset, step: 'publish', share, speed: null }),
    })
    if (request.keepPackage) await Promise.all(prepared.map((one) => keepPackage(deps, one)))
  } catch (error) {
    throw cancelled.signal.aborted && !stop.aborted ? cancelled.signal.reason : error
  } finally {
    await progress.stop()
  }
}

/** Before hours of encoding. Those of the command line were read when the job was added. @throws IngestError BAD_SUBTITLE */
async function readUploadedSubtitles(
  sources: readonly IngestSource[],
  note: (note: IngestNote) => Promise<void>,
): Promise<void> {
  for (const subtitle of sources.flatMap(({ subtitles }) => subtitles)) {
    if (subtitle.uploadId === undefined) continue
    for (const one of (await readSubtitleFile(subtitle)).notes) await note(one)
  }
}

/** Seconds: skip button, intro end, video end. */
function positionsOf(title: IngestTitle): number[] {
  if (!('draft' in title)) return []
  const { startShowPoint, startPosition, endPosition } = title.draft
  return [startShowPoint, startPosition, endPosition].filter((position) => position !== undefined)
}

const noted =
  ({ db, log }: MediaDeps, jobId: string) =>
  async (note: IngestNote): Promise<void> => {
    // A field `code` is hidden in logs.
    log.warn({ jobId, note: note.code, params: note.params }, 'ingest note')
    await addNote(db, jobId, note)
  }

function startProgressReporting({ db, clock, log }: MediaDeps, job: JobRow, cancelled: AbortController) {
  const jobWeights: JobWeights = job.request.tracks
    ? { weights: [1], shares: TRACK_SHARE }
    : { weights: job.request.sources.map((source) => source.bytes) }
  let stepStart = { at: clock.now(), key: '' }
  let current: JobProgress = { step: job.step ?? 'probe', percent: job.percent, speed: null, secondsLeft: null }
  const save = () =>
    saveProgress(db, job, current).then(
      ({ isCancelled }) => isCancelled && cancelled.abort(new IngestError('CANCELLED')),
      (error: unknown) => {
        if (error instanceof AttemptLost) cancelled.abort(error)
        else log.warn({ err: error, jobId: job.job_id }, 'ingest progress not saved')
      },
    )
  const timer = setInterval(() => void save(), PROGRESS_INTERVAL_MS)
  return {
    update(stage: JobStage) {
      // A resumed job counts its finished steps at once. The percentage never goes down.
      const percent = Math.max(current.percent, percentOf(jobWeights, stage))
      const key = `${stage.asset} ${stage.step}`
      if (stepStart.key !== key) stepStart = { at: clock.now(), key }
      const inStep = clock.now().since(stepStart.at).total('seconds')
      current = { step: stage.step, percent, speed: stage.speed, secondsLeft: secondsLeft(jobWeights, stage, inStep) }
    },
    async stop() {
      clearInterval(timer)
      await save()
    },
  }
}

type StepLogOptions = { assetId: string; onProgress: (step: IngestStep, share: number, speed: number | null) => void }

async function stepLogOf({ db, clock }: MediaDeps, job: JobRow, { assetId, onProgress }: StepLogOptions) {
  const finished = await stepOutputs(db, job.job_id, assetId)
  return {
    finished,
    at: onProgress,
    finish: async (step: IngestStep, output: unknown) => {
      await insertStep(db, job, { assetId, step, output, at: clock.now() })
      onProgress(step, 1, null)
    },
  }
}

type PublishOptions = {
  assetIds: string[]
  prepared: Prepared[]
  signal: AbortSignal
  onProgress: (asset: number, share: number) => void
}

/** Uploads all packages, then publishes title, attachments and assets in one transaction. */
async function publish(
  deps: MediaDeps,
  job: JobRow,
  { assetIds, prepared, signal, onProgress }: PublishOptions,
): Promise<void> {
  const { sources, hasPreview, title, also = [] } = job.request
  const published: PublishedAsset[] = []
  for (const [asset, { folder, sha256 }] of prepared.entries()) {
    const [assetId, { role }] = [assetIds[asset]!, sources[asset]!]
    const onTrackProgress = (share: number) => onProgress(asset, share)
    published.push(
      await encryptPackage(deps, { folder, sha256, assetId, role, hasPreview, signal, onProgress: onTrackProgress }),
    )
  }
  signal.throwIfAborted()
  await deps.db.transaction().execute(async (tx) => {
    await lockJob(tx, job)
    const resolvedTitle = await resolveTitle(deps, tx, { title, published })
    for (const asset of published) {
      await makeReady(deps, tx, { ...asset, programGuid: resolvedTitle.programGuid })
      for (const programGuid of also) await deps.titles.attachAsset(tx, { ...asset, programGuid })
    }
    await endJob(tx, job, { state: 'done', title: resolvedTitle, at: deps.clock.now() })
  })
}

/** For other titles with the same source. An existing package of the same name is equivalent. */
async function keepPackage({ workFolder }: MediaDeps, { folder, packageName }: Prepared): Promise<void> {
  const target = join(workFolder, 'packages', packageName)
  if (folder === target || (await exists(target))) return
  await moveFolder(folder, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
}

type Preparation = {
  source: IngestSource
  /** Seconds that the draft names. */
  positions: readonly number[]
  folder: string
  packages: string
  transcoder: Transcoder
  run: EncoderRun
  stepLog: StepLog
  /** Leaves out the rungs below a copied one. */
  lean: boolean
  note: (note: IngestNote) => Promise<void>
}

type Prepared = { folder: string; sha256: string; packageName: string }

const unknownLanguages = ({ audio }: EncodePlan): IngestNote[] =>
  [...new Set(audio.filter(({ language }) => language === 'und').map(({ stream }) => stream))].map((stream) => ({
    code: 'LANGUAGE_UNKNOWN',
    params: { detail: `#${stream}` },
  }))

async function prepareSource(job: Preparation): Promise<Prepared> {
  const { source, folder, transcoder, run, stepLog } = job
  const { compute, make } = createSteps({ folder, stepLog, signal: run.signal })
  const found = await compute<Probed>('probe', () => probeSource(source, { transcoder, run }))
  // Another node may have examined it, in its own folder.
  const facts = withAudioLanguage(found.facts, source.audioLanguage)
  const probed = { ...found, facts, source: { ...found.source, path: await realpath(source.file) } }
  const { name: file } = probed.source
  await noteAll(probed.notes)
  const name = await packageName(probed.sha256, source, job)
  const reusable = join(job.packages, name)
  if (await exists(join(reusable, 'package.json'))) {
    const { seconds } = await readPackage(reusable)
    await withFileName(file, async () => checkPositions(job.positions, seconds))
    return { folder: reusable, sha256: probed.sha256, packageName: name }
  }
  const context = { transcoder, folder, run }
  return withFileName(file, async () => {
    const checked = await compute<Checked>('check', () =>
      checkSource(probed, { transcoder, folder: join(folder, '..') }),
    )
    await noteAll(checked.notes)
    checkPositions(job.positions, checked.seconds)
    const measured = await compute<Measured>('measure', () =>
      measureLoudness(probed, { ...context, run: runOptions('measure', checked) }),
    )
    await noteAll(measured.notes)
    const used = usable(probed, { checked, measured })
    const plan = planOf({ probed: used, checked, measured }, job)
    await noteAll(unknownLanguages(plan))
    await make('encode', (tmp) => encodeVideo(plan, used, { ...context, run: runOptions('encode', checked), tmp }))
    await make('images', (tmp) => makeImages({ ...context, tmp }))
    await make('preview', (tmp) => makePreview({ ...context, tmp }))
    const note = (one: IngestNote) => noteAll([one])
    await make('subtitles', (tmp) => makeSubtitles(probed, source.subtitles, { ...context, tmp, note }))
    await assemblePackage(folder, probed)
    return { folder, sha256: probed.sha256, packageName: name }
  })

  async function noteAll(notes: readonly IngestNote[] = []): Promise<void> {
    for (const { code, params } of notes) await job.note({ code, params: { file: probed.source.name, ...params } })
  }

  function runOptions(step: IngestStep, { seconds }: Checked): EncoderRun {
    return { ...run, onProgress: (progress) => stepLog.at(step, shareOf(progress, seconds), progress.speed) }
  }
}

type LooseSource = {
  file: string
  subtitles: SubtitleFile[]
  audioLanguage?: string
  transcoder: Transcoder
  work: string
}

/** Without a database, for distributed packages. @returns the package's folder, below `work` */
export async function packageSource({
  file,
  subtitles,
  audioLanguage,
  transcoder,
  work,
}: LooseSource): Promise<string> {
  const finished = new Map<IngestStep, unknown>()
  const { folder } = await prepareSource({
    source: { role: 'film', file, bytes: (await stat(file)).size, subtitles, audioLanguage },
    positions: [],
    folder: join(work, 'package'),
    packages: join(work, 'packages'),
    transcoder,
    lean: true,
    note: async () => undefined,
    run: { pidFile: join(work, 'ffmpeg.pid'), background: false, signal: new AbortController().signal },
    stepLog: { finished, finish: async (step, output) => void finished.set(step, output), at: () => undefined },
  })
  return folder
}

import { join } from 'node:path'
import type { IngestStep } from '#contract/ingest.ts'
import type { IngestSource } from './media-tables.ts'
import type { EncoderRun, Transcoder } from './ports.ts'
import { checkPositions } from './source.rules.ts'
import { shareOf } from './progress.rules.ts'
import {
  assemblePackage,
  type Checked,
  checkSource,
  encodeVideo,
  makeImages,
  makePreview,
  type Measured,
  measureLoudness,
  withFileName,
  packageName,
  planOf,
  type Probed,
  probeSource,
  readPackage,
} from './steps.ts'
import { makeSubtitles } from './subtitle-tracks.ts'
import { exists, fillFolder } from './work-folder.ts'

/** Stores the outputs of finished steps and receives progress of the running one. */
export type StepLog = {
  finished: ReadonlyMap<IngestStep, unknown>
  finish(step: IngestStep, output: unknown): Promise<void>
  at(step: IngestStep, share: number, speed: number | null): void
}

export type Preparation = {
  source: IngestSource
  /** Positions in seconds that the title names. */
  positions: readonly number[]
  /** Target folder of the clear package. */
  folder: string
  /** Folder of clear packages kept from other jobs, by name. */
  packages: string
  transcoder: Transcoder
  run: EncoderRun
  stepLog: StepLog
  /** Leaves out the rungs below a copied one. */
  lean: boolean
}

/** Folder of the package and hash of its source. */
export type Prepared = { folder: string; sha256: string; packageName: string }

/** Makes a clear package from one source. Each step runs once, even if the job is resumed. */
export async function prepareSource(job: Preparation): Promise<Prepared> {
  const { source, folder, transcoder, run, stepLog } = job
  const probed = await compute<Probed>('probe', () => probeSource(source.file, { transcoder, run }))
  const name = await packageName(probed.sha256, source.subtitles, job)
  const reusable = join(job.packages, name)
  if (await exists(join(reusable, 'package.json'))) {
    const { seconds } = await readPackage(reusable)
    await withFileName(probed.source.name, async () => checkPositions(job.positions, seconds))
    return { folder: reusable, sha256: probed.sha256, packageName: name }
  }
  const context = { transcoder, folder, run }
  return withFileName(probed.source.name, async () => {
    const checked = await compute<Checked>('check', () =>
      checkSource(probed, { transcoder, folder: join(folder, '..') }),
    )
    checkPositions(job.positions, checked.seconds)
    const measured = await compute<Measured>('measure', () =>
      measureLoudness(probed, { ...context, run: runOptions('measure', checked) }),
    )
    const plan = planOf({ probed, checked, measured }, job)
    await make('encode', (tmp) => encodeVideo(plan, probed, { ...context, run: runOptions('encode', checked), tmp }))
    await make('images', (tmp) => makeImages({ ...context, tmp }))
    await make('preview', (tmp) => makePreview({ ...context, tmp }))
    await make('subtitles', (tmp) => makeSubtitles(probed, source.subtitles, { ...context, tmp }))
    await assemblePackage(folder, probed)
    return { folder, sha256: probed.sha256, packageName: name }
  })

  /** Runs a step that returns data. Its output is stored in the database. */
  async function compute<T>(step: IngestStep, work: () => Promise<T>): Promise<T> {
    if (stepLog.finished.has(step)) return stepLog.finished.get(step) as T
    stepLog.at(step, 0, null)
    run.signal.throwIfAborted()
    const output = await work()
    await stepLog.finish(step, output)
    return output
  }

  /** Runs a step that writes files. They appear atomically in a folder named after the step. */
  async function make(step: IngestStep, work: (tmp: string) => Promise<void>): Promise<void> {
    const target = join(folder, step)
    if (stepLog.finished.has(step) && (await exists(target))) return
    stepLog.at(step, 0, null)
    run.signal.throwIfAborted()
    await fillFolder(target, work)
    await stepLog.finish(step, null)
  }

  function runOptions(step: IngestStep, { seconds }: Checked): EncoderRun {
    return { ...run, onProgress: (progress) => stepLog.at(step, shareOf(progress, seconds), progress.speed) }
  }
}

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
  makeSubtitles,
  type Measured,
  measureSound,
  naming,
  packageName,
  planOf,
  type Probed,
  probeSource,
  readPackage,
} from './steps.ts'
import { exists, fillFolder } from './work-folder.ts'

/** What remembers a job's finished steps, and is told of the running one. */
export type StepLedger = {
  finished: ReadonlyMap<IngestStep, unknown>
  finish(step: IngestStep, output: unknown): Promise<void>
  at(step: IngestStep, share: number, speed: number | null): void
}

export type Preparation = {
  source: IngestSource
  /** Seconds of the film that its title names. */
  positions: readonly number[]
  /** Becomes the clear package. */
  folder: string
  /** Clear packages kept from other jobs, by name. */
  packages: string
  transcoder: Transcoder
  run: EncoderRun
  ledger: StepLedger
}

/** Where the package of a source lies, and the source's fingerprint. */
export type Prepared = { folder: string; sha256: string; packageName: string }

/** Brings one source to a clear package: each step once, however often the job is taken up. */
export async function prepareSource(job: Preparation): Promise<Prepared> {
  const { source, folder, transcoder, run, ledger } = job
  const probed = await find<Probed>('probe', () => probeSource(source.file, { transcoder, run }))
  const name = await packageName(probed.sha256, source.subtitles)
  const kept = join(job.packages, name)
  if (await exists(join(kept, 'package.json'))) {
    const { seconds } = await readPackage(kept)
    await naming(probed.source.name, async () => checkPositions(job.positions, seconds))
    return { folder: kept, sha256: probed.sha256, packageName: name }
  }
  const context = { transcoder, folder, run }
  return naming(probed.source.name, async () => {
    const checked = await find<Checked>('check', () => checkSource(probed, { transcoder, folder: join(folder, '..') }))
    checkPositions(job.positions, checked.seconds)
    const measured = await find<Measured>('measure', () =>
      measureSound(probed, { ...context, run: telling('measure', checked) }),
    )
    const plan = planOf(probed, checked, measured)
    await make('encode', (tmp) => encodeVideo(plan, probed, { ...context, run: telling('encode', checked), tmp }))
    await make('images', (tmp) => makeImages({ ...context, tmp }))
    await make('preview', (tmp) => makePreview({ ...context, tmp }))
    await make('subtitles', (tmp) => makeSubtitles(probed, source.subtitles, { ...context, tmp }))
    await assemblePackage(folder, probed)
    return { folder, sha256: probed.sha256, packageName: name }
  })

  /** A step that finds something out: its findings are kept in the database. */
  async function find<T>(step: IngestStep, work: () => Promise<T>): Promise<T> {
    if (ledger.finished.has(step)) return ledger.finished.get(step) as T
    ledger.at(step, 0, null)
    run.signal.throwIfAborted()
    const output = await work()
    await ledger.finish(step, output)
    return output
  }

  /** A step that makes files: they stand in a folder of its name, whole or not at all. */
  async function make(step: IngestStep, work: (tmp: string) => Promise<void>): Promise<void> {
    const target = join(folder, step)
    if (ledger.finished.has(step) && (await exists(target))) return
    ledger.at(step, 0, null)
    run.signal.throwIfAborted()
    await fillFolder(target, work)
    await ledger.finish(step, null)
  }

  function telling(step: IngestStep, { seconds }: Checked): EncoderRun {
    return { ...run, onProgress: (progress) => ledger.at(step, shareOf(progress, seconds), progress.speed) }
  }
}

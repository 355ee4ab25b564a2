import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { IngestStep } from '#contract/ingest.ts'
import type { Transcoder } from './ports.ts'
import { prepareSource } from './prepare.ts'
import type { SubtitleFile } from './steps.ts'

/** A source to package without a job. */
export type LooseSource = { file: string; subtitles: SubtitleFile[]; transcoder: Transcoder; work: string }

/**
 * Makes a clear package without a database, for packages that are distributed. It has no rungs below a copied one.
 * @returns its folder, below `work`
 */
export async function packageSource({ file, subtitles, transcoder, work }: LooseSource): Promise<string> {
  const finished = new Map<IngestStep, unknown>()
  const { folder } = await prepareSource({
    source: { role: 'film', file, bytes: (await stat(file)).size, subtitles },
    positions: [],
    folder: join(work, 'package'),
    packages: join(work, 'packages'),
    transcoder,
    lean: true,
    run: { pidFile: join(work, 'ffmpeg.pid'), background: false, signal: new AbortController().signal },
    stepLog: { finished, finish: async (step, output) => void finished.set(step, output), at: () => undefined },
  })
  return folder
}

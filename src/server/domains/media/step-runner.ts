import { join } from 'node:path'
import type { IngestStep } from '#contract/ingest.ts'
import { exists, fillFolder } from './work-folder.ts'

export type StepLog = {
  finished: ReadonlyMap<IngestStep, unknown>
  finish(step: IngestStep, output: unknown): Promise<void>
  at(step: IngestStep, share: number, speed: number | null): void
}

type StepsOptions = { folder: string; stepLog: StepLog; signal: AbortSignal }

/** Each step runs once, even if the job is resumed. */
export function createSteps({ folder, stepLog, signal }: StepsOptions) {
  return { compute, make }

  async function compute<T>(step: IngestStep, work: () => Promise<T>): Promise<T> {
    if (stepLog.finished.has(step)) return stepLog.finished.get(step) as T
    stepLog.at(step, 0, null)
    signal.throwIfAborted()
    const output = await work()
    await stepLog.finish(step, output)
    return output
  }

  /** A step whose files appear atomically in a folder named after it. */
  async function make(step: IngestStep, work: (tmp: string) => Promise<void>): Promise<void> {
    const target = join(folder, step)
    if (stepLog.finished.has(step) && (await exists(target))) return
    stepLog.at(step, 0, null)
    signal.throwIfAborted()
    await fillFolder(target, work)
    await stepLog.finish(step, null)
  }
}

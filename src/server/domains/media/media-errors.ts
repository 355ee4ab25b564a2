import type { IngestErrorCode, IngestErrorParams } from '#contract/ingest.ts'
import { isDiskFull } from '#server/kit/disk-full.ts'

/** Ends the job. `text/<language>/ingest.ts` holds the messages. */
export class IngestError extends Error {
  readonly code: IngestErrorCode
  readonly params: IngestErrorParams

  constructor(code: IngestErrorCode, params: IngestErrorParams = {}) {
    super(params.detail ? `${code}: ${params.detail}` : code)
    this.name = 'IngestError'
    this.code = code
    this.params = params
  }
}

/** Another worker has taken the job meanwhile: this one leaves it as it is. */
export class AttemptLost extends Error {
  constructor(jobId: string) {
    super(`another worker has the job ${jobId}`)
    this.name = 'AttemptLost'
  }
}

const PERMANENT_SQLSTATE = /^(22|23|42)[0-9A-Z]{3}$/

/** True for faults of code or data; false for machine, network or store. */
export function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error)) return true
  const { code } = error as NodeJS.ErrnoException
  if (typeof code === 'string') return code.startsWith('ERR_') || PERMANENT_SQLSTATE.test(code)
  const isOfCode = [RangeError, TypeError, SyntaxError, ReferenceError].some((kind) => error instanceof kind)
  return isOfCode && error.cause === undefined
}

/** Maps a full disk, including the database's. */
export function asIngestError(error: unknown): unknown {
  return isDiskFull(error) ? new IngestError('DISK_FULL') : error
}

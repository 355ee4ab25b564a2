import type { IngestErrorCode, IngestErrorParams } from '#contract/ingest.ts'
import { isDiskFull } from '#server/kit/disk-full.ts'

/** Why a file cannot be brought in. It ends its job and is said in words by `text/<language>/ingest.ts`. */
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

/** A full disk, the database's too, as the operator's error; everything else as it is. */
export function asIngestError(error: unknown): unknown {
  return isDiskFull(error) ? new IngestError('DISK_FULL') : error
}

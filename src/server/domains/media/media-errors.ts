import type { IngestErrorCode, IngestErrorParams } from '#contract/ingest.ts'
import { isDiskFull } from '#server/kit/disk-full.ts'

/** Reason why a file cannot be ingested. Ends its job. `text/<language>/ingest.ts` holds the messages. */
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

/** Maps a full disk, including the database's, to an IngestError; returns other errors unchanged. */
export function asIngestError(error: unknown): unknown {
  return isDiskFull(error) ? new IngestError('DISK_FULL') : error
}

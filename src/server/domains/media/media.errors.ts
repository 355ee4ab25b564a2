import type { IngestErrorCode, IngestErrorParams } from '#contract/ingest.ts'

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

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT'])

/** The system's full disk as the operator's error; everything else as it is. */
export function asIngestError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code && DISK_FULL.has(code) ? new IngestError('DISK_FULL') : error
}

/** Error codes for a full disk or quota: of the system, of PostgreSQL (`disk_full`), and of the encoder. */
const DISK_FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100', 'DISK_FULL'])

/** Message for the operator. */
export const DISK_FULL_SENTENCE =
  'The disk is full. Free some space: data already written is intact, and waiting work resumes automatically.'

/** Whether the error or one of its causes is a full disk. */
export function isDiskFull(error: unknown): boolean {
  for (let current: unknown = error, depth = 0; current && depth < 5; current = (current as Error).cause, depth++) {
    if (DISK_FULL.has((current as NodeJS.ErrnoException).code)) return true
  }
  return false
}

/** The system's disk or quota is full; PostgreSQL's is (`disk_full`); an encoder said so of its own. */
const DISK_FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100', 'DISK_FULL'])

/** What an operator is told of a full disk, wherever it shows. */
export const DISK_FULL_SENTENCE =
  'The disk is full. Free some space: data already written is intact, and waiting work resumes automatically.'

/** Whether a full disk is what went wrong, here or in what caused it. */
export function isDiskFull(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at && depth < 5; at = (at as Error).cause, depth++) {
    if (DISK_FULL.has((at as NodeJS.ErrnoException).code)) return true
  }
  return false
}

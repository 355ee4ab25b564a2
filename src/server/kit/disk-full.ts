const DISK_FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100', 'DISK_FULL'])

export const DISK_FULL_SENTENCE =
  'The disk is full. Free some space: data already written is intact, and waiting work resumes automatically.'

export function isDiskFull(error: unknown): boolean {
  for (let current: unknown = error, depth = 0; current && depth < 5; current = (current as Error).cause, depth++) {
    if (DISK_FULL.has((current as NodeJS.ErrnoException).code)) return true
  }
  return false
}

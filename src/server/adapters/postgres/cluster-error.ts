export type ClusterErrorCode =
  | 'ALREADY_RUNNING'
  | 'DAMAGED'
  | 'DISK_FULL'
  | 'FAILED'
  | 'NO_ACCOUNT'
  | 'NO_BINARIES'
  | 'OTHER_VERSION'
  | 'PORT_IN_USE'
  | 'UNWRITABLE'

/** Its message is one sentence for the operator, printed without a stack. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError'
  readonly code: ClusterErrorCode

  constructor(code: ClusterErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

type Explanation = { pattern: RegExp; code: ClusterErrorCode; message: (where: string) => string }

const EXPLANATIONS: readonly Explanation[] = [
  {
    pattern: /no space left on device|disk quota exceeded|ENOSPC|EDQUOT/i,
    code: 'DISK_FULL',
    message: (where) => `The disk that contains ${where} is full. Free some space and start again. No data was lost.`,
  },
  {
    pattern: /address already in use|EADDRINUSE/i,
    code: 'PORT_IN_USE',
    message: (where) => `The address of the database in ${where} is in use by another program. Start again.`,
  },
  {
    pattern:
      /could not locate a valid checkpoint record|invalid primary checkpoint|not a valid data directory|corrupt/i,
    code: 'DAMAGED',
    message: (where) => `The database in ${where} is damaged and PostgreSQL cannot open it. Restore the last backup.`,
  },
  {
    pattern: /permission denied|read-only file system|operation not permitted|EACCES|EROFS|EPERM|has wrong ownership/i,
    code: 'UNWRITABLE',
    message: (where) =>
      `No permission to write to ${where}. Grant this account write access, or set DATA_DIR to another folder.`,
  },
  {
    pattern: /ENOTDIR|EEXIST/,
    code: 'UNWRITABLE',
    message: (where) => `${where} is not a folder, or is below a file. Set DATA_DIR to a folder.`,
  },
]

/**
 * @param failure an error of node:fs, or the output of initdb or postgres
 * @param where the folder as known to the operator
 */
export function explain(failure: unknown, where: string): ClusterError {
  if (failure instanceof ClusterError) return failure
  const text = failure instanceof Error ? failure.message : String(failure)
  const explanation = EXPLANATIONS.find(({ pattern }) => pattern.test(text))
  if (explanation) return new ClusterError(explanation.code, explanation.message(where), failure)
  return new ClusterError('FAILED', `The database in ${where} did not start: ${lastError(text)}`, failure)
}

/** The last FATAL, PANIC or error, else the last line. */
function lastError(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const line = lines.findLast((entry) => /(FATAL|PANIC|error):/.test(entry)) ?? lines.at(-1) ?? 'no error message'
  return line.replace(/^.*?(FATAL|PANIC|error):\s*/, '').trim()
}

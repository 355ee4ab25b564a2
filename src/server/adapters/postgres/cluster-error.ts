/** What can go wrong with the embedded database, for callers that branch on it. */
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

/** A failure whose message is one plain sentence for the operator: print it alone, without the stack. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError'
  readonly code: ClusterErrorCode

  constructor(code: ClusterErrorCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

type Reading = { sign: RegExp; code: ClusterErrorCode; say: (where: string) => string }

const READINGS: readonly Reading[] = [
  {
    sign: /no space left on device|disk quota exceeded|ENOSPC|EDQUOT/i,
    code: 'DISK_FULL',
    say: (where) => `The disk that contains ${where} is full. Free some space and start again. No data was lost.`,
  },
  {
    sign: /address already in use|EADDRINUSE/i,
    code: 'PORT_IN_USE',
    say: (where) => `The address of the database in ${where} is in use by another program. Start again.`,
  },
  {
    sign: /could not locate a valid checkpoint record|invalid primary checkpoint|not a valid data directory|corrupt/i,
    code: 'DAMAGED',
    say: (where) => `The database in ${where} is damaged and PostgreSQL cannot open it. Restore the last backup.`,
  },
  {
    sign: /permission denied|read-only file system|operation not permitted|EACCES|EROFS|EPERM|has wrong ownership/i,
    code: 'UNWRITABLE',
    say: (where) =>
      `No permission to write to ${where}. Grant this account write access, or set DATA_DIR to another folder.`,
  },
  {
    sign: /ENOTDIR|EEXIST/,
    code: 'UNWRITABLE',
    say: (where) => `${where} is not a folder, or is below a file. Set DATA_DIR to a folder.`,
  },
]

/**
 * Turns what PostgreSQL or the file system said into one sentence.
 * @param said an error of node:fs, or what initdb or postgres printed
 * @param where the folder that the operator knows, for the sentence
 */
export function explain(said: unknown, where: string): ClusterError {
  if (said instanceof ClusterError) return said
  const text = said instanceof Error ? said.message : String(said)
  const reading = READINGS.find(({ sign }) => sign.test(text))
  if (reading) return new ClusterError(reading.code, reading.say(where), said)
  return new ClusterError('FAILED', `The database in ${where} did not start: ${lastComplaint(text)}`, said)
}

/** The most telling line of a log: PostgreSQL's last FATAL, PANIC or error, else the last line there is. */
function lastComplaint(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const line = lines.findLast((entry) => /(FATAL|PANIC|error):/.test(entry)) ?? lines.at(-1) ?? 'it said nothing'
  return line.replace(/^.*?(FATAL|PANIC|error):\s*/, '').trim()
}

/** SQLSTATE classes of a database that is shutting down, starting, lost, or out of connections. */
const SQLSTATE = /^(?:08...|57P0[123]|53300)$/
/** What the operating system says of a connection that cannot be made or was lost. */
const SYSTEM_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT'] as const
/** The driver's errors without a code. */
const DRIVER =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** Seconds after which a request is worth repeating: a restart of PostgreSQL. */
export const DATABASE_RETRY_SECONDS = 5

/** Whether a statement failed because the database is down for now: the same request may succeed later. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code === undefined) return DRIVER.test(message)
  // Files have the same codes; only a socket connects, reads and writes without a path.
  const isSocket = syscall === 'connect' || syscall === 'read' || syscall === 'write'
  return SQLSTATE.test(code) || (isSocket && SYSTEM_CODES.some((one) => one === code))
}

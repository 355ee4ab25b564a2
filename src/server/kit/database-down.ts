/** No connection, a shutdown, too many connections, a full disk, a statement that took too long. */
const SQLSTATE = /^(?:08...|57P0[123]|53300|53100|57014)$/
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Files have the same codes. */
const SOCKET_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo'])
const DRIVER =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/

export const DATABASE_RETRY_SECONDS = 5

/** Whether the same request may succeed later. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code === undefined) return DRIVER.test(message)
  return SQLSTATE.test(code) || (SOCKET_CALLS.has(syscall ?? '') && SYSTEM_CODES.has(code))
}

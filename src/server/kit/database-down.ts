const SQLSTATE = /^(?:08...|57P0[123]|53300)$/
const SYSTEM_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT'] as const
const DRIVER =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

export const DATABASE_RETRY_SECONDS = 5

/** Whether the same request may succeed later. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code === undefined) return DRIVER.test(message)
  // Files have the same codes; only sockets connect, read and write without a path.
  const isSocket = syscall === 'connect' || syscall === 'read' || syscall === 'write'
  return SQLSTATE.test(code) || (isSocket && SYSTEM_CODES.some((one) => one === code))
}

/** How long open handles, such as idle connections, may keep a process whose work is done. */
const REST_MS = 1_000

/**
 * Ends this process with an exit code once nothing is open any more, or after a second. It does not call `process.exit`
 * at once: on Node 26 that stops for ever when the compiler's threads wait for a garbage collection, which is likely
 * just after a short command (nodejs/node#54918, the variant at exit).
 */
export function endProcess(code: number): void {
  process.exitCode = code
  if (process.connected) process.disconnect!()
  setTimeout(() => process.exit(code), REST_MS).unref()
}

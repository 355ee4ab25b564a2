/** How long idle connections and other open handles may keep it. */
const REST_MS = 1_000

/**
 * On Node 26 `process.exit` hangs when the compiler's threads wait for a garbage collection, as just after a short command
 * (nodejs/node#54918), so it is called only after a second.
 */
export function endProcess(code: number): void {
  process.exitCode = code
  if (process.connected) process.disconnect!()
  setTimeout(() => process.exit(code), REST_MS).unref()
}

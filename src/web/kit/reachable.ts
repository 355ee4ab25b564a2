const PROBE_TIMEOUT_MS = 3_000

/** Less than the limit of a call: one that began after the network was lost finds no answer so young. */
const RECENT_MS = 15_000

let probing: Promise<boolean> | undefined
let answeredAt = -Infinity

/** Of any call. */
export function noteAnswer(): void {
  answeredAt = Date.now()
}

/** Whether the network is there. A probe that nothing answers says so only of a connection that stood just before. Calls that fail together share one probe. */
export function isReachable(): Promise<boolean> {
  if (!navigator.onLine) return Promise.resolve(false)
  probing ??= probe().finally(() => (probing = undefined))
  return probing
}

async function probe(): Promise<boolean> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), PROBE_TIMEOUT_MS)
  try {
    await fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal: abort.signal })
    return true
  } catch {
    return abort.signal.aborted && Date.now() - answeredAt < RECENT_MS
  } finally {
    clearTimeout(timer)
  }
}

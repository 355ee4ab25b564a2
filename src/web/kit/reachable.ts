const PROBE_TIMEOUT_MS = 3_000

let probing: Promise<boolean> | undefined

/** Whether the network is there: a site that is slow to answer is. Calls that fail together share one probe. */
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
    return abort.signal.aborted
  } finally {
    clearTimeout(timer)
  }
}

import { performance } from 'node:perf_hooks'
import autocannon from 'autocannon'

/** Result of a load test. */
export interface Load {
  perSecond: number
  p99Ms: number
  /** Share of this process's event loop used by the client. Near 1, the client is the bottleneck. */
  clientShare: number
}

const CONNECTIONS = 32
/** Above this share the client may limit the rate. */
const CLIENT_SHARE_MAX = 0.95

/** Accept-Encoding of browsers. */
export const ENCODING = { 'accept-encoding': 'gzip, deflate, br, zstd' }

type Headers = Readonly<Record<string, string>>

/**
 * Requests a URL repeatedly on keep-alive connections, as each of the callers in turn.
 * @throws when a response was not a success, or there was none
 */
export async function load(
  url: string,
  { seconds, callers = [{}] }: { seconds: number; callers?: readonly Headers[] },
): Promise<Load> {
  const latencies: number[] = []
  const idle = performance.eventLoopUtilization()
  const startMs = performance.now()
  let endedMs = 0
  const result = Promise.withResolvers<autocannon.Result>()
  const requests = callers.map((headers) => ({ headers: { ...ENCODING, ...headers } }))
  const options = { url, connections: CONNECTIONS, duration: seconds, requests }
  const running = autocannon(options, (error, found) => (error ? result.reject(error) : result.resolve(found)))
  // autocannon's own histogram has a resolution of one millisecond.
  running.on('response', (_client, _status, _bytes, milliseconds) => {
    latencies.push(milliseconds)
    endedMs = performance.now() - startMs
  })
  const { non2xx, errors, timeouts } = await result.promise
  if (non2xx + errors + timeouts > 0 || latencies.length === 0)
    throw new Error(`${url}: ${non2xx} error responses, ${errors} errors, ${timeouts} timeouts`)
  const sorted = latencies.toSorted((a, b) => a - b)
  return {
    perSecond: (latencies.length / endedMs) * 1000,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)]!,
    clientShare: performance.eventLoopUtilization(idle).utilization,
  }
}

/** Warns if the client was nearly always busy during a load: the rate is then a lower bound. */
export function warnOfBusyClient(loads: readonly Load[]): void {
  const share = Math.max(...loads.map(({ clientShare }) => clientShare))
  if (share > CLIENT_SHARE_MAX)
    console.log(`The client was busy for ${Math.round(share * 100)} % of a load: its rates are lower bounds.`)
}

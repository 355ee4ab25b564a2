import { performance } from 'node:perf_hooks'
import autocannon from 'autocannon'

/** What a server did under load. */
export interface Load {
  perSecond: number
  p99Ms: number
  /** The share of this process's event loop that the client itself took: near 1 it measures the client. */
  clientShare: number
}

const CONNECTIONS = 32
/** Above this the client may be what limits the rate. */
const CLIENT_SHARE_MAX = 0.95

/** As browsers ask. */
export const ENCODING = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Requests an address over and over on kept connections. @throws when any answer was not a success, or none came */
export async function load(
  url: string,
  { seconds, headers = {} }: { seconds: number; headers?: Readonly<Record<string, string>> },
): Promise<Load> {
  const latencies: number[] = []
  const idle = performance.eventLoopUtilization()
  const began = performance.now()
  let endedMs = 0
  const result = Promise.withResolvers<autocannon.Result>()
  const options = { url, connections: CONNECTIONS, duration: seconds, headers: { ...ENCODING, ...headers } }
  const running = autocannon(options, (error, found) => (error ? result.reject(error) : result.resolve(found)))
  // Its own histogram counts whole milliseconds.
  running.on('response', (_client, _status, _bytes, milliseconds) => {
    latencies.push(milliseconds)
    endedMs = performance.now() - began
  })
  const { non2xx, errors, timeouts } = await result.promise
  if (non2xx + errors + timeouts > 0 || latencies.length === 0)
    throw new Error(`${url}: ${non2xx} refused answers, ${errors} errors, ${timeouts} timeouts`)
  const sorted = latencies.toSorted((a, b) => a - b)
  return {
    perSecond: (latencies.length / endedMs) * 1000,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)]!,
    clientShare: performance.eventLoopUtilization(idle).utilization,
  }
}

/** Says so when the client was nearly always busy in one of these loads: what it found is then a lower limit. */
export function warnOfBusyClient(loads: readonly Load[]): void {
  const share = Math.max(...loads.map(({ clientShare }) => clientShare))
  if (share > CLIENT_SHARE_MAX)
    console.log(`The client was busy for ${Math.round(share * 100)} % of a load: its rates are lower limits.`)
}

import { performance } from 'node:perf_hooks'
import autocannon from 'autocannon'

/** What `bench/bookmarks` has a process of its own send: reports of many members, at a steady rate. */
export interface BookmarkOrder {
  url: string
  tokens: readonly string[]
  perSecond: number
  seconds: number
}

export interface BookmarkLoad {
  perSecond: number
  p50Ms: number
  p99Ms: number
  failures: number
}

/** As many that the rate is reached while each report waits for a quarter of a second. */
const CONNECTIONS = 500
const DURATION = 600

process.once('message', (order: BookmarkOrder) => {
  void send(order).then((found) => process.send?.(found, () => process.disconnect?.()))
})

/** Each report is newer than the one before it, as a player's are, so that all of them are written. */
async function send({ url, tokens, perSecond, seconds }: BookmarkOrder): Promise<BookmarkLoad> {
  const latencies: number[] = []
  let next = 0
  const startMs = performance.now()
  let endedMs = 0
  const result = Promise.withResolvers<autocannon.Result>()
  const running = autocannon(
    {
      url,
      method: 'POST',
      connections: CONNECTIONS,
      duration: seconds,
      overallRate: perSecond,
      // A refusal is a 200.
      verifyBody: (body) => String(body).includes('"SUCCESS"'),
      requests: [
        {
          setupRequest: (request) => {
            const serial = next++
            return {
              ...request,
              headers: {
                'content-type': 'application/json',
                authorization: `Bearer ${tokens[serial % tokens.length]}`,
              },
              body: JSON.stringify({
                programId: 'tram',
                programGuid: 'tram',
                position: Math.floor(serial / tokens.length) % DURATION,
                duration: DURATION,
                at: new Date().toISOString(),
              }),
            }
          },
        },
      ],
    },
    (error, found) => (error ? result.reject(error) : result.resolve(found)),
  )
  running.on('response', (_client, _status, _bytes, milliseconds) => {
    latencies.push(milliseconds)
    endedMs = performance.now() - startMs
  })
  const { non2xx, errors, timeouts, mismatches } = await result.promise
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Infinity
  return {
    perSecond: (latencies.length / endedMs) * 1000,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    failures: non2xx + errors + timeouts + mismatches,
  }
}

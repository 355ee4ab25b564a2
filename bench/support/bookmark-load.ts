import { Agent, type IncomingMessage, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

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
const TICK_MS = 4

process.once('message', (order: BookmarkOrder) => {
  void send(order).then((found) => process.send?.(found, () => process.disconnect?.()))
})

/**
 * Players are independent of each other: reports are spread over each second (autocannon's rate would send a second's share of
 * all connections at once), and a latency counts from when the report was due. Each report is newer than the one before it, so that all
 * of them are written.
 */
async function send({ url, tokens, perSecond, seconds }: BookmarkOrder): Promise<BookmarkLoad> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const latencies: number[] = []
  const running: Promise<void>[] = []
  let failures = 0
  let endedMs = 0
  const startMs = performance.now()
  const total = perSecond * seconds

  const report = async (serial: number): Promise<void> => {
    const dueMs = (serial / perSecond) * 1000
    const body = reportBody(serial, tokens.length)
    try {
      const response = await post(url, { agent, body, token: tokens[serial % tokens.length]! })
      // A refusal is a 200.
      if (!(await text(response)).includes('"SUCCESS"')) failures += 1
    } catch {
      failures += 1
    }
    endedMs = performance.now() - startMs
    latencies.push(endedMs - dueMs)
  }

  while (running.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startMs) / 1000) * perSecond))
    while (running.length < due) running.push(report(running.length))
    await wait(TICK_MS)
  }
  await Promise.all(running)
  agent.destroy()
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Infinity
  return { perSecond: (latencies.length / endedMs) * 1000, p50Ms: at(0.5), p99Ms: at(0.99), failures }
}

const reportBody = (serial: number, members: number): string =>
  JSON.stringify({
    programId: 'tram',
    programGuid: 'tram',
    position: Math.floor(serial / members) % DURATION,
    duration: DURATION,
    at: new Date().toISOString(),
  })

function post(
  url: string,
  { agent, body, token }: { agent: Agent; body: string; token: string },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        authorization: `Bearer ${token}`,
      },
    })
      .once('response', resolve)
      .once('error', reject)
      .end(body)
  })
}

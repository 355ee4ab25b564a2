import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

/** What `bench/bookmarks` has a process of its own send: reports of many members, at a steady rate. */
export interface BookmarkOrder {
  players: readonly BenchPlayer[]
  /** Of which player the first report is. */
  from?: number
  perSecond: number
  seconds: number
}

export interface BenchPlayer {
  url: string
  token?: string
  /** With the position and the time of each report. */
  body: object
}

export interface BookmarkLoad {
  perSecond: number
  p50Ms: number
  p99Ms: number
  failures: number
}

const DURATION = 600
const TICK_MS = 4

process.once('message', (order: BookmarkOrder) => {
  void send(order).then((found) => process.send?.(found, () => process.disconnect?.()))
})

/**
 * Players are independent of each other: reports are spread over each second (autocannon's rate would send a second's share of
 * all connections at once), and a latency counts from when the report was due. Each report is newer than the one before it, so that all
 * of them are written. Raw sockets leave the processors to the server.
 */
async function send({ players, from = 0, perSecond, seconds }: BookmarkOrder): Promise<BookmarkLoad> {
  const idle: Socket[] = []
  const latencies: number[] = []
  const running: Promise<void>[] = []
  let failures = 0
  let endedMs = 0
  const startMs = performance.now()
  const total = perSecond * seconds

  const report = async (serial: number): Promise<void> => {
    const dueMs = (serial / perSecond) * 1000
    const { url, token, body } = players[(from + serial) % players.length]!
    const target = new URL(url)
    const socket = idle.pop() ?? connect(Number(target.port), target.hostname)
    try {
      // A refusal is a 200.
      if (!(await answerTo(socket, postOf(target, { body: reportBody(body, serial, players.length), token }))))
        throw new Error('refused')
      idle.push(socket)
    } catch {
      failures += 1
      socket.destroy()
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
  for (const socket of idle) socket.destroy()
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Infinity
  return { perSecond: (latencies.length / endedMs) * 1000, p50Ms: at(0.5), p99Ms: at(0.99), failures }
}

const reportBody = (body: object, serial: number, members: number): string =>
  JSON.stringify({
    ...body,
    position: Math.floor(serial / members) % DURATION,
    duration: DURATION,
    at: new Date().toISOString(),
  })

const postOf = ({ host, pathname }: URL, { body, token }: { body: string; token: string | undefined }): string =>
  [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    '',
    body,
  ].join('\r\n')

/** Sends a request. @returns whether the answer, which has a length, says that it succeeded */
function answerTo(socket: Socket, head: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let received = ''
    const onData = (bytes: Buffer) => {
      received += bytes.toString('latin1')
      const [headers, body] = received.split('\r\n\r\n', 2)
      const [, length] = /^content-length: (\d+)/im.exec(headers!) ?? []
      if (body === undefined || body.length < Number(length)) return
      end()
      resolve(body.includes('"SUCCESS"'))
    }
    const onClose = () => {
      end()
      reject(new Error('the server hung up'))
    }
    const end = () => socket.off('data', onData).off('close', onClose).off('error', onClose)
    socket.on('data', onData).once('close', onClose).once('error', onClose).write(head)
  })
}

import { connect, type Socket } from 'node:net'

/** Requests to send repeatedly on keep-alive connections. */
export interface Workload {
  readonly port: number
  /** Path of the nth request. */
  readonly path: (n: number) => string
  readonly count: number
  readonly connections: number
  /** Expected body size in bytes. */
  readonly bytes: number
  /** Extra header line of each request, including its line end. */
  readonly header?: string
}

const HEAD_END = '\r\n\r\n'
/** A single receive buffer: received bytes are counted and discarded. */
const received = Buffer.allocUnsafeSlow(1 << 20)

/**
 * Sends the requests in a closed loop: each connection sends the next request once it has its response. Uses raw
 * sockets to leave the CPU to the servers.
 * @throws Error on any response that is not complete and of the expected length
 */
export async function sendRequests(workload: Workload): Promise<void> {
  let sent = 0
  await Promise.all(Array.from({ length: workload.connections }, () => runConnection(workload, () => sent++)))
}

function runConnection(workload: Workload, nextOf: () => number): Promise<void> {
  const { port, path, count, bytes, header = '' } = workload
  return new Promise((resolve, reject) => {
    let remaining = 0
    const socket: Socket = connect({ port, host: '127.0.0.1', onread: { buffer: received, callback: receive } })
    socket.once('connect', sendNext).once('error', reject)
    socket.once('close', () => (remaining > 0 ? reject(new Error('the server hung up')) : resolve()))

    function sendNext(): void {
      const n = nextOf()
      remaining = n < count ? Infinity : 0
      if (n < count) socket.write(`GET ${path(n)} HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}\r\n`)
      else socket.destroy()
    }

    function receive(length: number): boolean {
      try {
        remaining = remaining === Infinity ? bytes - bodyIn(received.subarray(0, length), bytes) : remaining - length
        if (remaining < 0) throw new Error('more bytes than expected')
        if (remaining === 0) sendNext()
      } catch (error) {
        socket.destroy(error as Error)
      }
      return true
    }
  })
}

/** Body bytes in the first chunk of a response. The headers are small and arrive in one chunk. */
function bodyIn(chunk: Buffer, bytes: number): number {
  const end = chunk.indexOf(HEAD_END)
  const head = chunk.toString('latin1', 0, Math.max(end, 0))
  if (!/^HTTP\/1\.1 20[06] /.test(head) || Number(/\ncontent-length: (\d+)/i.exec(head)?.[1]) !== bytes)
    throw new Error(`unexpected response:\n${head}`)
  return chunk.length - end - HEAD_END.length
}

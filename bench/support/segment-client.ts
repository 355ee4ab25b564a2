import { connect, type Socket } from 'node:net'

/** What is asked of a server, over and over on kept connections. */
export interface Drawing {
  readonly port: number
  /** The nth request's path. */
  readonly path: (n: number) => string
  readonly count: number
  readonly connections: number
  /** How many bytes each answer must have. */
  readonly bytes: number
  /** Added to each request, with its line end. */
  readonly header?: string
}

const HEAD_END = '\r\n\r\n'
/** One buffer for all: what arrives is counted and forgotten. */
const received = Buffer.allocUnsafeSlow(1 << 20)

/**
 * Draws so many answers in a closed loop: each connection asks again once it has its answer. A bare socket, so that the client's
 * own work leaves the processor to the servers. @throws Error on any answer but a whole one of the right length
 */
export async function draw(drawing: Drawing): Promise<void> {
  let asked = 0
  await Promise.all(Array.from({ length: drawing.connections }, () => drawOn(drawing, () => asked++)))
}

function drawOn(drawing: Drawing, nextOf: () => number): Promise<void> {
  const { port, path, count, bytes, header = '' } = drawing
  return new Promise((resolve, reject) => {
    let left = 0
    const socket: Socket = connect({ port, host: '127.0.0.1', onread: { buffer: received, callback: take } })
    socket.once('connect', ask).once('error', reject)
    socket.once('close', () => (left > 0 ? reject(new Error('the server hung up')) : resolve()))

    function ask(): void {
      const n = nextOf()
      left = n < count ? Infinity : 0
      if (n < count) socket.write(`GET ${path(n)} HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}\r\n`)
      else socket.destroy()
    }

    function take(length: number): boolean {
      try {
        left = left === Infinity ? bytes - bodyIn(received.subarray(0, length), bytes) : left - length
        if (left < 0) throw new Error('more bytes than were asked for')
        if (left === 0) ask()
      } catch (error) {
        socket.destroy(error as Error)
      }
      return true
    }
  })
}

/** How much of an answer's first piece is its body. A head is small and written at once: it comes in one piece. */
function bodyIn(piece: Buffer, bytes: number): number {
  const end = piece.indexOf(HEAD_END)
  const head = piece.toString('latin1', 0, Math.max(end, 0))
  if (!/^HTTP\/1\.1 20[06] /.test(head) || Number(/\ncontent-length: (\d+)/i.exec(head)?.[1]) !== bytes)
    throw new Error(`an answer that was not expected:\n${head}`)
  return piece.length - end - HEAD_END.length
}

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line between a browser and a server. */
export interface LineShape {
  /** Bits a second, each way. */
  bitsPerSecond: number
  /** Milliseconds added to each round trip, half of it each way; opening a connection costs one round trip. */
  roundTripMs: number
}

export interface ShapingProxy {
  port: number
  close(): Promise<void>
}

/** What a line may send at once after a rest, in bytes: it covers the coarseness of timers, not more. */
const BURST_BYTES = 16 * 1024
/** One turn of a connection on the line: about a packet, so that those that share it go side by side. */
const TURN_BYTES = 1448
/** A connection with so much waiting is read no further: the sender feels the line. */
const WAITING_BYTES = 64 * 1024
const PUMP_MS = 2

/** One direction of one connection. */
interface Flow {
  waiting: Buffer[]
  bytes: number
  from: Socket
  to: Socket
  /** The other side said that it is done. */
  isOver: boolean
}

/** A TCP proxy on loopback before `targetPort`: every connection shares one line of this shape (token bucket, then a delay). */
export async function createShapingProxy(targetPort: number, shape: LineShape): Promise<ShapingProxy> {
  const [up, down] = [createDirection(shape), createDirection(shape)]
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
    const upstream = connect({ port: targetPort, host: '127.0.0.1', noDelay: true })
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.once('close', () => {
        sockets.delete(socket)
        if (socket.destroyed && !socket.readableEnded) other.destroy()
      })
    }
    setTimeout(() => {
      up.carry(client, upstream)
      down.carry(upstream, client)
    }, shape.roundTripMs)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      sockets.forEach((socket) => socket.destroy())
      for (const direction of [up, down]) direction.stop()
      await once(server, 'close')
    },
  }
}

/** One way of the line: takes what arrives, and lets it out at the line's rate and half a round trip later, in turns. */
function createDirection({ bitsPerSecond, roundTripMs }: LineShape) {
  const bytesPerMs = bitsPerSecond / 8000
  const flows: Flow[] = []
  let tokens = BURST_BYTES
  let filledAt = performance.now()
  const timer = setInterval(pump, PUMP_MS)
  return { carry, stop: () => clearInterval(timer) }

  function carry(from: Socket, to: Socket): void {
    const flow: Flow = { waiting: [], bytes: 0, from, to, isOver: false }
    flows.push(flow)
    from.on('data', (chunk: Buffer) => {
      flow.waiting.push(chunk)
      flow.bytes += chunk.length
      if (flow.bytes > WAITING_BYTES) from.pause()
      pump()
    })
    from.once('end', () => {
      flow.isOver = true
      pump()
    })
    from.once('close', () => {
      flow.isOver = true
      pump()
    })
    from.resume()
  }

  function pump(): void {
    const now = performance.now()
    tokens = Math.min(BURST_BYTES, tokens + (now - filledAt) * bytesPerMs)
    filledAt = now
    for (let idle = 0; flows.length > 0 && tokens > 0 && idle < flows.length;) {
      const flow = flows.shift()!
      if (flow.bytes > 0) {
        idle = 0
        send(flow)
      } else idle += 1
      if (flow.bytes === 0 && flow.isOver) deliver(() => flow.to.end())
      else flows.push(flow)
    }
  }

  function send(flow: Flow): void {
    const [first] = flow.waiting as [Buffer]
    const turn = first.subarray(0, TURN_BYTES)
    if (turn.length === first.length) flow.waiting.shift()
    else flow.waiting[0] = first.subarray(TURN_BYTES)
    flow.bytes -= turn.length
    tokens -= turn.length
    if (flow.bytes < WAITING_BYTES / 2) flow.from.resume()
    deliver(() => {
      if (!flow.to.destroyed) flow.to.write(turn)
    })
  }

  /** Timers of one length fire in the order in which they were set. */
  function deliver(work: () => void): void {
    setTimeout(work, roundTripMs / 2)
  }
}
